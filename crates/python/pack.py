"""Makes a wheel of a module that cargo has built: ``pack.py MODULE FOLDER``. Prints where it is.

``pip install .`` builds one with maturin, optimised and anew; the tests need the same package, of the build that they have anyway.
"""

import base64
import hashlib
import pathlib
import re
import sys
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def main(module: str, folder: str) -> None:
    manifest = (HERE.parents[1] / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'\[workspace.package\]\s*version = "([^"]+)"', manifest)[1]
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    about = f"grundy-{version}.dist-info"
    package = HERE / "python" / "grundy"
    suffix = "pyd" if sys.platform == "win32" else "abi3.so"
    files = {f"grundy/{file.name}": file.read_bytes() for file in sorted(package.iterdir()) if file.suffix in (".py", ".pyi", ".typed")}
    files[f"grundy/_grundy.{suffix}"] = pathlib.Path(module).read_bytes()
    files["grundy/py.typed"] = b""
    files[f"{about}/METADATA"] = f"Metadata-Version: 2.1\nName: grundy\nVersion: {version}\n".encode()
    files[f"{about}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: pack\nRoot-Is-Purelib: false\nTag: cp39-abi3-{platform}\n".encode()
    files[f"{about}/entry_points.txt"] = b"[console_scripts]\ngrundy = grundy.__main__:main\n"
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    path = pathlib.Path(folder) / f"grundy-{version}-cp39-abi3-{platform}.whl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as wheel:
        for name, data in files.items():
            wheel.writestr(name, data)
    print(path)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main(*sys.argv[1:])
