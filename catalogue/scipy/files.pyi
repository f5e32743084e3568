"""Files of other programs: what is in them is not known."""

namespace = scipy.io

FortranEOFError: Unknown
FortranFile: Unknown
FortranFormattingError: Unknown
hb_read: Unknown
hb_write: Unknown
def loadmat(file_name: FileOrName, mdict=None, appendmat=True, *, spmatrix=True, **kwargs) -> Unknown: ...
mminfo: Unknown
mmread: Unknown
mmwrite: Unknown
netcdf_file: Unknown
netcdf_variable: Unknown
readsav: Unknown
@effect
def savemat(file_name, mdict, appendmat=True, format="5", long_field_names=False, do_compression=False, oned_as="row") -> None: ...
whosmat: Unknown
arff: Unknown
harwell_boeing: Unknown
idl: Unknown
matlab: Unknown
mmio: Unknown
netcdf: Unknown

namespace = scipy.io.wavfile

# The rate, and a channel or a column for each.
def read(filename: FileOrName, mmap=False) -> tuple[int, unknown()[*any_shape(1, 2)]]: ...
@effect
def write(filename, rate, data) -> None: ...
WavFileWarning: Unknown
