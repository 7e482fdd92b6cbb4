#!/usr/bin/perl
# Damages the files of a node that does not run: damage.pl DIRECTORY flip COUNT flips so many bits
# at places that hold something; damage.pl DIRECTORY truncate BYTES cuts up to so many bytes off one
# file. Says what it did.
use strict;
use warnings;
use File::Find;

my ($directory, $what, $amount) = @ARGV;
my @files;
# RocksDB tells people in LOG what it does; nobody reads it.
find({ no_chdir => 1, wanted => sub { push @files, $_ if -f && -s _ && !m{/LOG} } }, $directory);
@files or die "no files in $directory\n";

sub flip {
    my ($file) = @_;
    open my $in, '+<:raw', $file or die "$file: $!\n";
    my $at = int rand -s $file;
    my $from = $at < 64 ? 0 : $at - 64;
    seek $in, $from, 0;
    my $length = read $in, my $around, 128;
    # Files are written ahead with zeros: there is nothing to be damaged in them.
    return 0 if $around !~ /[^\0]/;
    my $byte = ord substr $around, $at - $from, 1;
    seek $in, $at, 0;
    print {$in} chr($byte ^ (1 << int rand 8));
    close $in or die "$file: $!\n";
    print "$file at $at; ";
    return 1;
}

if ($what eq 'flip') {
    my $total = 0;
    my @sizes = map { $total += -s $_; $total } @files;
    my $flipped = 0;
    for (my $attempt = 0; $attempt < 10_000 && $flipped < $amount; $attempt++) {
        my $place = int rand $total;
        my ($index) = grep { $place < $sizes[$_] } 0 .. $#sizes;
        $flipped += flip($files[$index]);
    }
} elsif ($what eq 'truncate') {
    # Both copies of whose directory it is are in STORE: without them the node refuses to start, and
    # people have to decide.
    @files = grep { !m{/STORE$} } @files;
    my $file = $files[rand @files];
    my $size = -s $file;
    my $cut = 1 + int rand($amount < $size ? $amount : $size);
    truncate $file, $size - $cut or die "$file: $!\n";
    print "$file from $size by $cut";
} else {
    die "damage.pl knows flip and truncate, not '$what'\n";
}
