"""`python -m kartenhaus` is the same as `kartenhaus`."""

from kartenhaus.cli.main import main

if __name__ == "__main__":
    main()
