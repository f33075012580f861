"""The pad inside a browser, without a server: the same app, asked by a worker of the page (`page/`)."""
