#!/usr/bin/perl
# Cuts the power of a disk: power_cut.pl DIRECTORY. From one moment on the file system that is
# mounted there takes nothing more, not even what it has kept back itself; what was not synced
# before is lost. It has to be unmounted then.
use strict;
use warnings;
use Fcntl;

# linux/fs.h: FS_IOC_SHUTDOWN, here _IOR('X', 125, __u32), with FS_SHUTDOWN_FLAGS_NOLOGFLUSH.
my ($shutdown, $no_log_flush) = (0x8004587D, 2);

my ($directory) = @ARGV;
sysopen my $mounted, $directory, O_RDONLY or die "$directory: $!\n";
ioctl $mounted, $shutdown, pack('L', $no_log_flush) or die "$directory: $!\n";
