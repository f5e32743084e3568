"""Functions of arrays of texts, element by element."""

# What texts become has the shape; of one text it is now an array, now a scalar.
namespace = numpy.strings

@template
@known_if(out == None, where == True)
def asked_of_texts(x: T[*S], /, out: Value = None, *, where: Value = True, casting="same_kind", order="K", dtype=None, subok=True, signature=None, sig=None) -> decay(bool[*S]): ...
@template
@known_if(rank(S) >= 1)
def of_texts(a: T[*S]) -> unknown()[*S]: ...
@template
@known_if(rank(S) >= 1, any_of(chars == None, is_a(chars, str)))
def stripped(a: T[*S], chars: Value = None) -> unknown()[*S]: ...
@template
@known_if(is_a(start, int), any_of(end == None, is_a(end, int)))
def found_in_texts(a: T[*S], sub: U[*R], start: Value = 0, end: Value = None) -> decay(int64[*broadcast(S, R)]): ...
equal: Unknown
not_equal: Unknown
less: Unknown
less_equal: Unknown
greater: Unknown
greater_equal: Unknown
add: Unknown
multiply: Unknown
isalpha = asked_of_texts("isalpha")
isdigit = asked_of_texts("isdigit")
isspace = asked_of_texts("isspace")
isalnum = asked_of_texts("isalnum")
islower = asked_of_texts("islower")
isupper = asked_of_texts("isupper")
istitle = asked_of_texts("istitle")
isdecimal = asked_of_texts("isdecimal")
isnumeric = asked_of_texts("isnumeric")
@known_if(out == None, where == True)
def str_len(x: T[*S], /, out: Value = None, *, where: Value = True, casting="same_kind", order="K", dtype=None, subok=True, signature=None, sig=None) -> decay(int64[*S]): ...
find = found_in_texts("find")
rfind = found_in_texts("rfind")
index = found_in_texts("index")
rindex = found_in_texts("rindex")
count = found_in_texts("count")
@known_if(is_a(start, int), any_of(end == None, is_a(end, int)))
def startswith(a: T[*S], prefix: U[*R], start: Value = 0, end: Value = None) -> decay(bool[*broadcast(S, R)]): ...
@known_if(is_a(start, int), any_of(end == None, is_a(end, int)))
def endswith(a: T[*S], suffix: U[*R], start: Value = 0, end: Value = None) -> decay(bool[*broadcast(S, R)]): ...
lstrip = stripped("lstrip")
rstrip = stripped("rstrip")
strip = stripped("strip")
@known_if(is_a(count, int), rank(S) >= 1, is_a(old, str), is_a(new, str))
def replace(a: T[*S], old: Value, new: Value, count: Value = -1) -> unknown()[*S]: ...
expandtabs: Unknown
center: Unknown
ljust: Unknown
rjust: Unknown
@known_if(is_a(width, int), rank(S) >= 1)
def zfill(a: T[*S], width: Value) -> unknown()[*S]: ...
partition: Unknown
rpartition: Unknown
slice: Unknown
upper = of_texts("upper")
lower = of_texts("lower")
swapcase = of_texts("swapcase")
capitalize = of_texts("capitalize")
title = of_texts("title")
mod: Unknown
decode: Unknown
encode: Unknown
translate: Unknown

namespace = numpy.char

add: Unknown
array: Unknown
asarray: Unknown
capitalize = numpy.strings.capitalize
center: Unknown
chararray: Unknown
compare_chararrays: Unknown
count = numpy.strings.count
decode: Unknown
encode: Unknown
endswith = numpy.strings.endswith
equal: Unknown
expandtabs: Unknown
find = numpy.strings.find
greater: Unknown
greater_equal: Unknown
index = numpy.strings.index
isalnum = numpy.strings.isalnum
isalpha = numpy.strings.isalpha
isdecimal = numpy.strings.isdecimal
isdigit = numpy.strings.isdigit
islower = numpy.strings.islower
isnumeric = numpy.strings.isnumeric
isspace = numpy.strings.isspace
istitle = numpy.strings.istitle
isupper = numpy.strings.isupper
join: Unknown
less: Unknown
less_equal: Unknown
ljust: Unknown
lower = numpy.strings.lower
lstrip = numpy.strings.lstrip
mod: Unknown
multiply: Unknown
not_equal: Unknown
partition: Unknown
replace = numpy.strings.replace
rfind = numpy.strings.rfind
rindex = numpy.strings.rindex
rjust: Unknown
rpartition: Unknown
rsplit: Unknown
rstrip = numpy.strings.rstrip
split: Unknown
splitlines: Unknown
startswith = numpy.strings.startswith
str_len = numpy.strings.str_len
strip = numpy.strings.strip
swapcase = numpy.strings.swapcase
title = numpy.strings.title
translate: Unknown
upper = numpy.strings.upper
zfill = numpy.strings.zfill
