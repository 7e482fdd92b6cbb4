-- One script a line; ~ stands for the end of a line. KEYS: two keys; ARGV: 'a', '10', '3.5', ''.
-- Values and conversions
return 1
return 'x'
return nil
return true
return false
return {}
return {1, 2, {3, 'x', nil, 4}, 3.99, -3.99, true, false, {ok = 'fine'}, {err = 'bad'}}
return {1, nil, 3}
return {false, true, 1}
return function() end
return 1e15
return 2^63
return -2^63
return 0/0
return {ok = 'two\r\nlines'}
return {err = 'ERR two\r\nlines'}
return {err = 5}
return {ok = 5}
return {double = 1.5}
return {double = 3}
return {map = {a = 1}}
return {set = {b = true}}
return {map = {}}
return {set = {}}
return {big_number = '12345678901234567890'}
return {verbatim_string = {string = 'text', format = 'txt'}}
redis.setresp(3) return true
redis.setresp(3) return false
redis.setresp(3) return {true, false, nil}
return KEYS
return ARGV
return {#KEYS, #ARGV, KEYS[1], ARGV[2] + 1, ARGV[3] * 2}
return ARGV[5]
return {1, 2, n = 5}
return {[0] = 1}
return _VERSION
return {tostring(nil), tostring(true), tostring(1.0), tostring(1e100), tostring(2^63), tostring(1/0), tostring(-1/0)}
return {tostring(0.1), tostring(1/3), tostring(100), tostring(1e14), tostring(123456789012345), tostring(1e15), tostring(1.5e300)}
local t = {10, 20, 30, x = 1, ['y z'] = 2} return {#t, t.x, t['y z']}
local s = 'x' return s.rep(s, {}), s:sub()
return ('x').rep({})
f() = 1
math.randomseed(7) return {math.random(100), math.random(5, 10), tostring(math.random())}
return {1 .. '', 1.5 .. 'x', 2^53 .. '', 1e15 .. '', -0.5 .. ''}
-- Arithmetic, comparison, control
return {7 % 3, -7 % 3, 7 % -3, -7 % -3, 5.5 % 2}
return {2^10, 10 / 4, 7 / 2 * 2, 1e308 * 10 == math.huge}
return {'10' + 5, '0x10' + 0, ' 7 ' * 2, '1e2' - 1, -'3'}
return {1 < 2, 'a' < 'b', 'a' < 'B', '' < 'a', 'a\200' < 'a\100', 2 <= 2, 'b' >= 'a', 1 == 1.0, '1' == 1}
return {not nil, not 0, nil and 1, false or 'x', 0 and 'y', #'abc', #{1, 2, 3}}
local s = 0 for i = 10, 1, -3 do s = s + i end return s
local s = 0 for i = 1, 0 do s = s + 1 end return s
local s = 0 for i = 1, 3 do for j = i, 3 do if j == 2 then break end s = s + j end end return s
local t = {} for i = 0.1, 1, 0.3 do t[#t + 1] = tostring(i) end return t
local i = 0 repeat local j = i i = i + 1 until j >= 5 return i
local i = 0 while true do i = i + 1 if i > 10 then break end end return i
local function f(n) if n < 2 then return n end return f(n - 1) + f(n - 2) end return f(15)
local function f(n, acc) if n == 0 then return acc end return f(n - 1, acc + 1) end return f(100000, 0)
local fs = {} for i = 1, 3 do fs[i] = function() i = i + 10 return i end end return {fs[1](), fs[1](), fs[2](), fs[3]()}
local function v(...) local a, b = ... return select('#', ...), a, b, ... end return {v(1, nil, 3)}
local function v(...) return ... end return {v(1, 2), v(3, 4)}
local function v(...) return ... end return {(v(1, 2))}
local a <const> = 1 return a
local a, b, c = (function() return 1, 2, 3 end)() return {a, b, c}
local a, b = 1 return {b == nil, a}
local a, b = 1, 2 a, b = b, a return {a, b}
do local x = 5 end local function g() return pcall(function() return x end) end return {g()}
-- Metatables
local t = setmetatable({}, {__index = function(t, k) return k .. '!' end}) return {t.a, t[1]}
local t = setmetatable({}, {__index = {a = 1}}) return {t.a, tostring(t.b)}
local log = {} local t = setmetatable({}, {__newindex = function(t, k, v) log[#log + 1] = k rawset(t, k, v) end}) t.a = 1 t.a = 2 return {log[1], #log, t.a}
local m = {__add = function(a, b) return 'add' end, __concat = function(a, b) return 'cat' end, __call = function(self, x) return x * 2 end, __unm = function() return 'neg' end, __eq = function() return true end, __lt = function() return true end, __le = function() return false end, __tostring = function() return 'me' end, __len = function() return 42 end} local a, b = setmetatable({}, m), setmetatable({}, m) return {a + 1, 1 + a, a .. 'x', 'x' .. a, 1 .. a, a(21), -a, a == b, a < b, a <= b, tostring(a), #a}
local a = setmetatable({}, {__mod = function() return 'mod' end, __pow = function() return 'pow' end, __div = function() return 'div' end, __mul = function() return 'mul' end, __sub = function() return 'sub' end}) return {a % 1, a ^ 1, a / 1, a * 1, a - 1}
return getmetatable(setmetatable({}, {__metatable = 'locked'}))
return {pcall(setmetatable, setmetatable({}, {__metatable = 1}), {})}
return getmetatable('').__index == string
return ('x'):rep(3) .. ('%d'):format(7)
return rawequal(KEYS, KEYS) and rawget({a = 1}, 'a')
-- Strings
return {string.byte('abc', 1, -1)}
return {string.byte('abc'), string.byte('abc', -1), string.byte('', 1)}
return string.char(104, 105, 0, 255)
return {string.sub('hello', 2, 4), string.sub('hello', -3), string.sub('hello', 2, -2), string.sub('hello', 10), string.sub('hello', 0), ('hello'):sub(-100, 2)}
return {string.upper('aBc\228'), string.lower('AbC'), string.len('a\0b'), string.reverse('abc'), string.rep('ab', 3), string.rep('x', -1)}
return {string.find('hello world', 'o w'), string.find('hello', 'l'), string.find('hello', 'xyz'), string.find('a.b', '.', 1, true), string.find('a.b', '%.'), string.find('hello', '', 10), string.find('abc', 'b', -1)}
return {string.find('key=value', '(%w+)=(%w+)')}
return {string.match('2024-01-02', '(%d+)-(%d+)-(%d+)')}
return {string.match('hello', '()ll()'), string.match('  x  ', '^%s*(.-)%s*$'), string.match('abc', 'x')}
return {string.match('THE (quick) fox', '%((%a+)%)'), string.match('f(a(b)c)d', '%b()'), string.match('hello', '.-(l+)')}
return {string.gsub('hello world', 'o', '0')}
return {string.gsub('hello world', '(%w+)', '<%1>')}
return {string.gsub('hello world', '%w+', '%0 %0', 1)}
return {string.gsub('abc', '', '-')}
return {string.gsub('$name is $age', '%$(%w+)', {name = 'Bob', age = 42})}
return {string.gsub('abc', '%w', function(c) if c == 'b' then return false end return c:upper() end)}
return {string.gsub('abc def', '%f[%w]%w+', 'X')}
return {string.gsub('x^2', '%^', '%%')}
local t = {} for k, v in string.gmatch('a=1, b=2', '(%w+)=(%w+)') do t[#t + 1] = k .. v end return t
local t = {} for w in ('one two'):gmatch('%a+') do t[#t + 1] = w end return t
return {string.find('a]b', '[]]'), string.find('a-b', '[a%-]', 2), string.find('x5', '[^%a]'), string.find('A', '[a-z]'), string.find('^', '[%^]')}
return string.format('%5.2f|%d|%s|%q|%x|%g|%c|%i|%u|%%|%X|%o', 3.14159, 3, 'x', 'a"b\nc\0d\r', 255, 0.1, 65, 7, 8, 255, 8)
return string.format('%10s|%-10s|%.2s|%5d|%-5d|%05d|%+d|% d', 'a', 'b', 'cde', 42, 42, 42, 42, 42)
return string.format('%e|%.3e|%E|%g|%g|%g|%G|%.10g|%f|%.0f|%.1f', 12345.678, 0, 1e-10, 1e20, 1e-5, 123456789, 1e-20, 1/3, 1e10, 0.5, 0.25)
return string.format('%#x|%#o|%.3d|%8.3d|%x', 255, 8, 5, 5, -1)
return string.format('%s %s %s', 1, 1.5, 'z')
return string.format('%5s|%5.1f|%-8.3f|', 'abcdefg', 2.25, 2.0625)
return string.format('%g %g', 1/0, -1/0)
-- Tables
local t = {5, 2, 8, 1} table.sort(t) return t
local t = {5, 2, 8, 1} table.sort(t, function(a, b) return a > b end) return t
local t = {'b', 'a', 'B', 'A', ''} table.sort(t) return t
local t = {1, 2, 3} table.insert(t, 4) table.insert(t, 1, 0) return t
local t = {1, 2, 3, 4} return {table.remove(t), table.remove(t, 1), #t, t[1], table.remove({}), table.remove(t, 7)}
return {table.concat({1, 2, 3}), table.concat({1, 2, 3}, ', '), table.concat({1, 2, 3}, '-', 2), table.concat({1, 2, 3}, '-', 2, 3), table.concat({}), table.concat({1}, 'x', 2)}
return {table.getn({1, 2}), table.maxn({1, 2, [10] = 3}), #{n = 1}}
local s = 0 table.foreachi({1, 2, 3}, function(i, v) s = s + i * v end) return s
return table.foreach({a = 1}, function(k, v) return k .. v end)
return {unpack({1, 2, 3})}
return {unpack({1, 2, 3}, 2)}
return {unpack({1, 2, 3}, 2, 3)}
return {select('#', unpack({}, 1, 3)), select(2, 'a', 'b', 'c'), select(-1, 'a', 'b')}
local n = 0 for k, v in pairs({1, 2, 3, a = 4}) do n = n + v end return n
local t = {} for i, v in ipairs({1, 2, nil, 4}) do t[#t + 1] = v end return t
return {next({}), next({5})}
-- Numbers
return {math.floor(3.7), math.ceil(3.2), math.floor(-3.7), math.abs(-5), math.max(1, 5, 3), math.min(4, 2), math.sqrt(16), math.fmod(-7, 3), math.pow(2, 8)}
return {tostring(math.pi), tostring(math.sin(1)), tostring(math.exp(1)), tostring(math.log(10)), tostring(math.log10(1000)), tostring(math.deg(math.pi)), tostring(math.atan2(1, 2))}
return {math.modf(3.7), math.modf(-3.7), tostring(select(2, math.modf(3.75))), math.frexp(8), math.ldexp(0.5, 4)}
math.randomseed(42) return {math.random(1000000), math.random(1000000)}
return {tonumber('0x1F'), tonumber('z', 36), tonumber('  12  '), tonumber('1e1'), tonumber('8', 8) or 'no', tonumber('abc') or 'no', tonumber('') or 'no', tonumber('-7'), tonumber('101', 2), tonumber('ff', 16)}
return {tostring(tonumber('inf')), tostring(tonumber('1e')), tostring(tonumber('0x')), tostring(tonumber('1 2')), tostring(tonumber({}))}
return {type(1), type('x'), type(nil), type({}), type(print), type(type)}
return {type(1), type('x'), type(nil), type({}), type(type), type(true)}
-- Errors
error('boom')
error('boom', 0)
error('boom', 2)
local function f() error('boom', 2) end f()
error({err = 'My boom'})
error({err = 'ERR boom'})
error(42)
error()
local ok, e = pcall(error, 'x') return {ok, e}
local ok, e = pcall(error, {err = 'x'}) return {ok, e}
local ok, e = pcall(function() error('x') end) return {ok, e}
local ok, e = pcall(function() error('x', 0) end) return {ok, e}
local ok, e = pcall(function() local x = nil; return x.y end) return e
return {xpcall(function() error('x') end, function(m) return 'handled ' .. m end)}
return {xpcall(function() return 1, 2 end, function(m) return m end)}
assert(false)
assert(nil, 'not so')
return {assert(1, 2, 3)}
return x
x = 1
return _G.x
function f() end
string.x = 1
KEYS = 1
redis.call = nil
rawset(_G, 'a', 1)
rawset(string, 'a', 1)
setmetatable(_G, {})
getmetatable('').__index = 1
KEYS[1] = 'changed' return KEYS[1]
local x = nil; return x.y
local x = {} ; return x.y.z
local x = {} ; x.y.z = 1
local x = {} ; x.y()
local x = {} ; x:y()
local x = 5 ; x()
local t = {} return t[nil]
local t = {} t[nil] = 1
local t = {} t[0/0] = 1
return 1 + {}
local a = {} return a + 1
local a return a .. 'x'
return 'x' .. nil
return 'x' .. {}
local t = {} return 'x' .. t.y
return 1 < 'x'
return {} < {}
return nil < 1
return #nil
local x = 5 return #x
return -{}
return 'abc' + 1
return {1} .. 'x'
for i = 1, 'x' do end
for i = 'a', 2 do end
for i = 1, 2, {} do end
for i in 5 do end
for k in pairs(nil) do end
return ipairs()
local function f() return f() + 1 end return f()
return ('x'):bad()
return string.rep()
return ('x'):rep({})
return string.char(256)
return string.find('a', '[a')
return string.find('a', '%')
return string.find('a', '(a')
return string.gsub('abc', '%w', '%2')
return string.gsub('abc', 'b', true)
return string.format('%d', 'x')
return string.format('%d')
return string.format('%y', 1)
return string.format('%s', {})
return string.format('%s')
return table.concat({1, {}, 3})
return table.insert({}, 1, 2, 3)
return table.insert(nil, 1)
return table.sort({1, 'x'})
return unpack({}, 1, 1e7)
return setmetatable(1, {})
return math.floor('x')
return math.floor()
return math.random(0)
return tonumber()
return select(0)
return tonumber('1', 99)
return loadstring('return 5')()
return {loadstring('x =')}
loadstring('error("inner")')()
return loadstring('return ...', 'name')(7)
return load(function() return nil end)()
~~local x~~ error('line four')
local function f()~ local y = nil~ return y.z~end~return f()
return foo(
return 'a
x = = 1
return 1 1
if true then
for
local 5
end
return }
x
f(
return {1, 2
break
while true
repeat
return "unfinished ~ string"
return [[unfinished
-- [[ comment
return --[[ comment ]] 5
return --[==[ comment ]==] [==[ a ]] b ]==]
return 'a\65\066\n\t\\\'"'
return #'é\195\169'
-- Calls of commands
return redis.call('set', KEYS[1], 'v')
return {redis.call('set', KEYS[1], 'v'), redis.call('get', KEYS[1]), redis.call('get', KEYS[2])}
return redis.call('SeT', KEYS[1], 1.5) and redis.call('get', KEYS[1])
redis.call('set', KEYS[1], 10) return redis.call('get', KEYS[1])
redis.call('set', KEYS[1], 1/3) return redis.call('get', KEYS[1])
redis.call('set', KEYS[1], 2^60) return redis.call('get', KEYS[1])
return {redis.call('incr', KEYS[1]), redis.call('incrby', KEYS[1], 10), redis.call('decr', KEYS[1])}
redis.call('hset', KEYS[1], 'a', 1) return redis.call('hgetall', KEYS[1])
redis.setresp(3) redis.call('hset', KEYS[1], 'a', 1) return redis.call('hgetall', KEYS[1])
redis.setresp(3) redis.call('hset', KEYS[1], 'a', 1) return redis.call('hgetall', KEYS[1]).map.a
redis.setresp(3) redis.call('sadd', KEYS[1], 'm') local s = redis.call('smembers', KEYS[1]) return {s.set.m and 1 or 0, s}
redis.call('sadd', KEYS[1], 'm') return redis.call('smembers', KEYS[1])
redis.setresp(3) return redis.call('get', KEYS[1]) == nil and 'nil' or 'other'
return redis.call('get', KEYS[1]) == false and 'false' or 'other'
redis.setresp(3) redis.setresp(2) return redis.call('get', KEYS[1]) == false and 'false' or 'other'
return type(redis.call('set', KEYS[1], 'v').ok)
return redis.call('set', KEYS[1], 'v').ok
return redis.call('mget', KEYS[1], KEYS[2])
return redis.call('hmget', KEYS[1], 'a', 'b')
redis.call('set', KEYS[1], 'x') return redis.call('incr', KEYS[1])
redis.call('set', KEYS[2], 'x') return redis.call('hget', KEYS[2], 'f')
redis.call('set', KEYS[2], 'x') return redis.pcall('hget', KEYS[2], 'f')
redis.call('set', KEYS[2], 'x') return redis.pcall('hget', KEYS[2], 'f').err
redis.call('set', KEYS[2], 'x') return {pcall(redis.call, 'hget', KEYS[2], 'f')}
redis.call('set', KEYS[2], 'x') local e = redis.pcall('incr', KEYS[2]) local n = 0 for k in pairs(e) do n = n + 1 end return {n, tostring(e.ignore_error_stats_update)}
local e = redis.pcall() local n = 0 for k in pairs(e) do n = n + 1 end return {n, e.err}
return redis.call('get')
return redis.pcall('get')
return redis.call('foo')
return redis.call('FOO', 'a')
return redis.call()
return redis.call({})
return redis.call(nil)
return redis.call('get', true)
return redis.call('eval', 'return 1', 0)
return redis.call('eval')
return redis.call('ping')
return redis.call('echo', 'x')
return #redis.call('time')
local ok, e = pcall(redis.call, 'foo') return {ok, e}
local ok, e = pcall(redis.call, 'foo') return type(e)
return redis.error_reply('foo')
return redis.error_reply('-foo bar')
return redis.error_reply('MY foo bar')
return redis.error_reply('')
return redis.error_reply({})
return redis.error_reply()
return redis.status_reply('fine')
return redis.status_reply('')
return redis.status_reply(1)
return redis.sha1hex('')
return redis.sha1hex('abc')
return redis.sha1hex(5)
return redis.sha1hex()
return redis.log(redis.LOG_DEBUG, 'x')
return redis.log(1)
return redis.log(9, 'x')
return redis.log('a', 'x')
return redis.setresp(4)
return redis.setresp()
return {redis.REDIS_VERSION, redis.REDIS_VERSION_NUM, redis.replicate_commands(), redis.LOG_WARNING, redis.REPL_ALL}
return redis.set_repl(redis.REPL_ALL)
return redis.set_repl(99)
return redis.acl_check_cmd('get', 'a')
return redis.breakpoint()
#!lua~return 5
#!lua flags=no-writes~return redis.call('set', KEYS[1], 'b')
#!lua flags=no-writes,allow-stale~return redis.call('get', KEYS[1])
#!lua flags=foo~return 1
#!foo~return 1
#!lua name=foo~return 1
#!lua
#!lua flags=no-writes~~error('x')
-- JSON
return {cjson.encode({1, 2, 3}), cjson.encode({a = 1}), cjson.encode({}), cjson.encode('x\1"/\\\127\n\t\r\b\f'), cjson.encode(1.5), cjson.encode(1e20), cjson.encode(0.1), cjson.encode(cjson.null), cjson.encode({[1] = 1, [3] = 3}), cjson.encode(true), cjson.encode(nil)}
return cjson.encode({{a = {1, {b = false}}}, 'é', -0.5, 12345678901234567890})
return cjson.encode({[10] = 1, [2] = 2, [3] = 3, [4] = 4, [5] = 5})
return cjson.encode({[1.5] = 1})
return cjson.encode({[1] = 1, [100] = 3})
return cjson.encode(function() end)
return cjson.encode({[{}] = 1})
return cjson.encode(0/0)
return cjson.encode()
return cjson.decode('[1,2')
return cjson.decode('{"a":nul}')
return cjson.decode('')
return cjson.decode('[1,2]x')
return cjson.decode('{a:1}')
return cjson.decode('{"a" 1}')
return cjson.decode('{"a":1 "b"}')
return cjson.decode('"\\x"')
return cjson.decode('"\\u12"')
return cjson.decode('[1,]')
return cjson.decode('"a')
return cjson.decode()
return cjson.decode('[1 2]')
return cjson.decode('[1,2.5,"\\u00e9\\ud83d\\ude00\\n\\/",null,true,{"a":[]}]')[3]
local d = cjson.decode('{"a":[1,2,{"b":null}],"c":false,"d":"x","e":-1.5e2}') return {d.a[2], d.a[3].b == cjson.null, d.c, d.d, d.e}
local d = cjson.decode(' [ ] ') return #d
return {cjson.decode('5'), cjson.decode('"s"'), cjson.decode('true'), tostring(cjson.decode('null'))}
return cjson.decode('0x10') .. cjson.decode(' -5 ') .. cjson.decode('1e3')
local t = {} local x = t for i = 1, 1001 do x[1] = {} x = x[1] end return cjson.encode(t)
return cjson.decode(string.rep('[', 1001) .. string.rep(']', 1001))
return tostring(cjson.null)
return cjson.null
return cjson.encode(cjson.decode('{"a":{"b":[1,2,{"c":"d"}]}}'))
-- Bits
return {bit.tobit(0xffffffff), bit.tobit(2^40 + 5), bit.tobit(-1), bit.tohex(255), bit.tohex(255, -4), bit.tohex(-1, 4), bit.bnot(0), bit.band(0xff, 0x0f), bit.bor(1, 2, 4), bit.bxor(5, 1)}
return {bit.lshift(1, 31), bit.lshift(1, 33), bit.arshift(-8, 1), bit.rshift(-1, 1), bit.rol(0x12345678, 8), bit.ror(0x12345678, 8), bit.bswap(0x12345678)}
return {bit.tobit(1.5), bit.tobit(2.5), bit.tobit('7'), bit.tobit(-1.5)}
return bit.band()
return bit.band('x')
return bit.band(1, {})
-- Structures
return {struct.unpack('>I2i4Lhd', struct.pack('>I2i4Lhd', 1, 2, 3, 4, 5.5))}
return struct.pack('>BhHlLi3Ifds', 255, -2, 65535, -3, 4, -5, 6, 1.5, 2.5, 'str')
return struct.pack('<!4Bi4x!8d', 1, 2, 3.5)
return struct.pack('dLc0', 1.5, 3, 'abc')
return {struct.unpack('dLc0', struct.pack('dLc0', 1.5, 3, 'abc'))}
return {struct.unpack('ss', struct.pack('ss', 'a', 'bc'))}
return {struct.unpack('b', '\255'), struct.unpack('B', '\255'), struct.unpack('>h', '\255\254'), struct.unpack('i8', string.rep('\255', 8))}
return {struct.unpack('B', 'abc', 2)}
return {struct.size('bBhHlLTIfdx!8i3'), struct.size('!4bi'), struct.size('c5'), struct.size('> < b')}
return struct.pack('z', 'abc')
return struct.pack('I33', 1)
return struct.pack('!3i', 1)
return struct.pack('c5', 'abc')
return struct.unpack('I4', 'abc')
return struct.unpack('s', 'abc')
return struct.unpack('c0', 'abc')
return struct.unpack('B', 'abc', 0)
return struct.size('s')
return struct.size('c0')
-- MessagePack
return cmsgpack.pack({1, 2, {a = 1}}, 'x', 1.5, nil, true, false, -1, 300, 2^40)
return cmsgpack.pack(0, 127, 128, 255, 256, 65535, 65536, 2^32, -32, -33, -128, -129, -32768, -32769, -2^31, -2^31 - 1, 0.1, 1e300)
return cmsgpack.pack(string.rep('a', 31), string.rep('a', 32), string.rep('a', 300), {}, {[2] = 1}, {[1.5] = 1})
return {cmsgpack.unpack(cmsgpack.pack(1, 'a', {1, 2, 3}, -200, 70000, 2^33, true))}
return cmsgpack.unpack(cmsgpack.pack({a = {b = 'c'}})).a.b
return {cmsgpack.unpack_one(cmsgpack.pack(1, 2), 0)}
return {cmsgpack.unpack_one(cmsgpack.pack(1, 2), 1)}
return {cmsgpack.unpack_limit(cmsgpack.pack(1, 2, 3), 2)}
return {cmsgpack.unpack('')}
return cmsgpack.unpack('\193')
return cmsgpack.unpack('\147\1')
return cmsgpack.pack()
return cmsgpack.pack(function() end)
-- Commands on other types, and those that scripts may not call
return redis.call('blpop', KEYS[1], 0)
return redis.call('publish', 'nobody', 'x')
redis.call('rpush', KEYS[1], 'a', 'b') return redis.call('lrange', KEYS[1], 0, -1)
redis.call('zadd', KEYS[1], 1.5, 'a', 2, 'b') return {redis.call('zscore', KEYS[1], 'a'), redis.call('zrange', KEYS[1], 0, -1, 'withscores')}
redis.setresp(3) redis.call('zadd', KEYS[1], 1.5, 'a', 2, 'b') return {redis.call('zscore', KEYS[1], 'a'), redis.call('zrange', KEYS[1], 0, -1, 'withscores')}
redis.setresp(3) redis.call('zadd', KEYS[1], 1.5, 'a') return tostring(redis.call('zscore', KEYS[1], 'a').double)
redis.call('set', KEYS[1], 'v') return {redis.call('exists', KEYS[1]), redis.call('pexpire', KEYS[1], 100000), redis.call('type', KEYS[1]), redis.call('type', KEYS[1]).ok, redis.call('del', KEYS[1], KEYS[2])}
-- Numbers as text
return {tostring(tonumber('0x1p4')), tostring(tonumber('0x1.8P1')), tostring(tonumber('0x.8')), tostring(tonumber('0x1p')), tostring(tonumber('0x1g')), tostring('0x1p4' + 0)}
return {tostring(tonumber('1\0x')), tostring(tonumber('1 \0')), tostring(tonumber('infinit')), tostring(tonumber('-inf')), tostring(tonumber('1e400')), tostring(tonumber('1e-400'))}
return {tostring(tonumber('ffffffffffffffffff', 16)), tostring(tonumber('-ff', 16)), tostring(tonumber('0x10', 16)), tostring(tonumber('0x', 16)), tostring(tonumber('zz', 36)), tostring(tonumber('-1', 2)), tostring(tonumber(' 7 \0', 8))}
return {tostring(tonumber(string.rep('0', 5000) .. '1.5')), tostring(tonumber('1.' .. string.rep('0', 5000) .. '1')), tostring(tonumber(string.rep('1', 5000))), tostring(tonumber(string.rep('1', 500) .. 'e-490'))}
return {tostring(0/0), 0/0 .. '', string.format('%f|%5.1f|%-6g|', 0/0, 0/0, 0/0)}
redis.call('set', KEYS[1], 0/0) return redis.call('get', KEYS[1])
return {tostring(5e-324), tostring(1.7976931348623157e308), string.format('%.17g %.40f', 5e-324, 0.1)}
-- Settings of cjson
local a, b, c = cjson.encode_sparse_array() return {tostring(a), b, c, cjson.encode_max_depth(), cjson.decode_max_depth(), cjson.encode_number_precision(), tostring(cjson.encode_keep_buffer()), tostring(cjson.encode_invalid_numbers()), tostring(cjson.decode_invalid_numbers())}
local a, b, c = cjson.encode_sparse_array(true, 3, 4) local s = cjson.encode({[20] = 2}) cjson.encode_sparse_array(false, 2, 10) return {tostring(a), b, c, s}
cjson.encode_sparse_array(false, 0, 0) local s = cjson.encode({[5] = 2}) cjson.encode_sparse_array(false, 2, 10) return s
return cjson.encode({[20] = 2})
return cjson.encode_sparse_array(1, 2, 3, 4)
return cjson.encode_sparse_array('x')
return cjson.encode_sparse_array(false, -1)
cjson.encode_max_depth(2) local ok, e = pcall(cjson.encode, {{{1}}}) cjson.encode_max_depth(1000) return {ok, e}
cjson.decode_max_depth(2) local ok, e = pcall(cjson.decode, '[[[1]]]') cjson.decode_max_depth(1000) return {ok, e}
return cjson.encode_max_depth(0)
return cjson.encode_max_depth(1, 2)
return cjson.encode_max_depth('x')
return cjson.decode_max_depth({})
cjson.encode_number_precision(3) local s = cjson.encode({1.23456, 123456, 0.00012345}) cjson.encode_number_precision(14) return s
return cjson.encode_number_precision(15)
return {tostring(cjson.encode_keep_buffer('off')), tostring(cjson.encode_keep_buffer(true))}
return cjson.encode_keep_buffer('maybe')
cjson.encode_invalid_numbers('null') local s = cjson.encode({0/0, 1/0, -1/0}) cjson.encode_invalid_numbers(false) return s
cjson.encode_invalid_numbers(true) local s = cjson.encode({0/0, 1/0, -1/0}) local k = cjson.encode({[1/0] = 1}) cjson.encode_invalid_numbers('off') return {s, k}
return cjson.encode_invalid_numbers(1)
return cjson.encode_invalid_numbers({})
local t = {} cjson.decode_invalid_numbers(false) for i, s in ipairs({'nan', '0x10', '-0x10', '[Infinity]', '-inf', '01', '-01', '+1', '.5', '1.', '-NaN', '0', '-0.5', '-', '[1,x]'}) do local ok, v = pcall(cjson.decode, s) t[i] = tostring(v) end cjson.decode_invalid_numbers(true) return t
local t = {} for i, s in ipairs({'0x10', '-0x10', '-inf', '01', '+1', '.5', '1.', '-', '00', '0x1p4', '0x1.8', '+', '1e', '[1e,2]', 'infinity', 'x', '-x', '1x'}) do local ok, v = pcall(cjson.decode, s) t[i] = tostring(v) end return t
local c = cjson.new() c.encode_max_depth(5) c.x = 1 return {c.encode_max_depth(), cjson.encode_max_depth(), c.encode({1}), c._NAME}
local t = {} for k, v in pairs(cjson) do if k ~= 'null' then t[#t + 1] = k .. ':' .. type(v) end end table.sort(t) return t
cjson.x = 1
return cjson.encode('\1\31\127\128/')
-- Commands that wait, and subcommands
return redis.call('blmpop', '0', '1', KEYS[1], 'left')
redis.setresp(3) return {type(redis.call('blmpop', '0', '1', KEYS[1], 'left')), type(redis.call('bzmpop', '0x1', '1', KEYS[1], 'min'))}
redis.call('rpush', KEYS[1], 'a', 'b') return redis.call('blmpop', '0', '1', KEYS[1], 'right')
redis.call('zadd', KEYS[1], 1, 'a') return redis.call('bzmpop', '0', '1', KEYS[1], 'min')
return redis.call('blmpop', '-1', '1', KEYS[1], 'left')
return redis.call('blmpop', 'x', '1', KEYS[1], 'foo')
return redis.call('xread', 'block', 'x', 'streams', KEYS[1], '$')
return redis.call('object', 'foo')
return redis.call('object', 'encoding')
return redis.call('object')
-- Replies of any bytes
return {ok = 'a\255b'}
return {err = 'ERR a\255b'}
return redis.status_reply('\195\169\255')
return redis.error_reply('\195\169\255')
error('\195\169\255')
error({err = 'ERR \195\169\255'})
redis.setresp(3) return {big_number = '1\2553'}
redis.setresp(3) return {verbatim_string = {string = 'a\255b\0', format = 'mkd'}}
redis.setresp(3) return {verbatim_string = {string = '', format = 'x'}}
redis.setresp(3) return {verbatim_string = {string = 'a', format = 'mkdown'}}
redis.setresp(3) return {verbatim_string = {string = 'a', format = 'a\0bc'}}
return redis.pcall('set', KEYS[1], 'v', '\255').err
