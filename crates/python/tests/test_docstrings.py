"""Every example of the docstrings and of docs/python.md runs, and says what it is said to say."""

import doctest
import importlib
import pathlib
import pkgutil
import unittest

import grundy

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "python.md"


class Docstrings(unittest.TestCase):
    def test_modules(self) -> None:
        tried = 0
        for module in ["grundy", *(f"grundy.{found.name}" for found in pkgutil.iter_modules(grundy.__path__))]:
            if module not in ("grundy.__main__", "grundy._grundy"):
                result = doctest.testmod(importlib.import_module(module))
                self.assertEqual(result.failed, 0, module)
                tried += result.attempted
        self.assertGreater(tried, 100)

    def test_page(self) -> None:
        result = doctest.testfile(str(PAGE), module_relative=False)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 30)

    def test_everything_public_is_documented(self) -> None:
        for name in grundy.__all__:
            thing = getattr(grundy, name)
            self.assertTrue(thing.__doc__, name)
            for member, one in vars(thing).items() if isinstance(thing, type) else ():
                if callable(one) and not member.startswith("_"):
                    self.assertTrue(one.__doc__, f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
