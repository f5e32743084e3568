"""`csv`: rows of texts, of which nobody knows how many there are and how long they are."""

from elsewhere import anything

# Those that the library has, which leave each field the text that it is.
_DIALECTS = ("excel", "excel-tab", "unix")


def _are_texts(dialect, options):
    return isinstance(dialect, str) and dialect in _DIALECTS and "quoting" not in options


def _field(are_texts):
    return input() if are_texts else anything()


class reader:
    __complete__ = True

    def __init__(self, csvfile: Iterable, dialect="excel", **options):
        # Its lines are asked for while rows are.
        anything(csvfile)
        self._are_texts = _are_texts(dialect, options)
        self.line_num = len(input())
        self.dialect = anything()

    def __iter__(self):
        return iter([[_field(self._are_texts) for _ in input()] for _ in input()])

    def __next__(self):
        return [_field(self._are_texts) for _ in input()]


class DictReader:
    __complete__ = True

    def __init__(self, f: Iterable, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **options):
        anything(f)
        self._are_texts = _are_texts(dialect, options)
        self.fieldnames = [input() for _ in input()] if fieldnames is None else fieldnames
        self.restkey = restkey
        self.restval = restval
        self.line_num = len(input())
        self.dialect = anything()
        self.reader = anything()

    def _row(self):
        # Of a row that is too short the last fields are what `restval` is.
        return {input(): _field(self._are_texts) if input() else self.restval for _ in input()}

    def __iter__(self):
        return iter([self._row() for _ in input()])

    def __next__(self):
        return self._row()


class writer:
    __complete__ = True

    def __init__(self, csvfile: File, dialect="excel", **options):
        self._csvfile = csvfile
        self.dialect = anything()

    def writerow(self, row: Iterable):
        for field in row:
            str(field)
        self._csvfile.write(input())
        return len(input())

    def writerows(self, rows: Iterable):
        for row in rows:
            self.writerow(row)


class DictWriter:
    __complete__ = True

    def __init__(self, f: File, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **options):
        self.fieldnames = fieldnames
        self.restval = restval
        self.extrasaction = extrasaction
        self.writer = writer(f)

    def writeheader(self):
        return self.writer.writerow([])

    def writerow(self, rowdict):
        return self.writer.writerow(rowdict.values())

    def writerows(self, rowdicts: Iterable):
        for row in rowdicts:
            self.writerow(row)
