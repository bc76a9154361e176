/**
 * Lets the program continue without output after the reader of its output has closed the pipe, as `head` does. By
 * default, Node ends the program with a stack trace.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
