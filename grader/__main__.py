"""`python -m grader` is `learn`."""

from grader.cli import main

if __name__ == "__main__":
    main()
