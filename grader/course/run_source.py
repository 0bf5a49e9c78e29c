"""Run the source of a trusted module that no file holds, such as a solution with an edit."""

from importlib.abc import InspectLoader
from importlib.util import module_from_spec, spec_from_loader
from types import CodeType, ModuleType


class HeldSource(InspectLoader):
    """Loads a module from its source; exceptions in it are told at a place, `path:line:column`."""

    def __init__(self, source: str, place: str) -> None:
        self._source, self._place = source, place
        self._file = place.rpartition(":")[0].rpartition(":")[0]

    def get_source(self, fullname: str) -> str:
        return self._source

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self._source, self._file)

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(__file__=self._file, __place__=self._place)
        super().exec_module(module)


def run_source(name: str, source: str, place: str, **given: object) -> ModuleType:
    """Return the module of a source, with values that it is given; raise what it raises."""
    spec = spec_from_loader(name, loader := HeldSource(source, place))
    assert spec is not None
    module = module_from_spec(spec)
    vars(module).update(given)
    loader.exec_module(module)
    return module
