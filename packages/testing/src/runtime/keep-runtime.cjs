// Node loads this file into the process of the runtime before the runtime's program (`node --require`). The process
// listens on a socket to which every user of the runtime holds a connection, and exits after the last one has closed.
// The operating system closes the connections of a killed process, so no runtime outlives its users.
const { existsSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { connect, createServer } = require('node:net');
const { basename, dirname, join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

const settings = process.env.CARRIER_NEST_KEEP;
delete process.env.CARRIER_NEST_KEEP;
// Worker threads load this file too.
if (isMainThread && settings !== undefined) keepRuntime(JSON.parse(settings));

/** How long the runtime waits for the process that started it, in ms. */
const firstUserTimeoutMs = 10_000;

function keepRuntime({ socketPath, dataDir, lingerMs }) {
  const users = new Set();
  const description = join(dataDir, 'runtime.json');
  let isReady = false;
  let isStopping = false;

  process.once('exit', (code) => {
    rmSync(dataDir, { recursive: true, force: true });
    if (code === 0) rmSync(`${dataDir}.log`, { force: true });
  });

  const server = createServer((socket) => {
    users.add(socket);
    // The connection of a killed user may be reset.
    socket.on('error', () => undefined).resume();
    socket.once('close', () => {
      users.delete(socket);
      stopUnlessUsedIn(lingerMs);
    });
    if (isReady) announce(socket);
  });
  server.once('listening', () => {
    removeAbandonedFiles(dataDir);
    stopUnlessUsedIn(firstUserTimeoutMs);
  });
  listenAlone(server, socketPath);

  const timer = setInterval(() => {
    if (!existsSync(description)) return;
    clearInterval(timer);
    isReady = true;
    for (const socket of users) announce(socket);
  }, 5);

  /** Writes the content of runtime.json as one line. */
  function announce(socket) {
    socket.write(`${JSON.stringify(JSON.parse(readFileSync(description, 'utf8')))}\n`);
  }

  function stopUnlessUsedIn(ms) {
    if (users.size > 0) return;
    // A turn of the event loop accepts pending connections between its timers and its immediates.
    setTimeout(() => setImmediate(() => users.size === 0 && stop()), ms).unref();
  }

  function stop() {
    if (isStopping) return;
    isStopping = true;
    // Release the socket first, so that the next user starts another runtime.
    server.close();
    process.kill(process.pid, 'SIGTERM');
  }
}

/**
 * Listens on the socket, or exits if another runtime does. The file of a killed runtime's socket is replaced. Two starts
 * that replace the file at the same time could both run, each for the users that reached it.
 */
function listenAlone(server, socketPath) {
  server.once('error', (error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    connect(socketPath)
      .once('connect', () => process.exit(0))
      .once('error', () => {
        rmSync(socketPath, { force: true });
        listenAlone(server, socketPath);
      });
  });
  server.listen(socketPath);
}

/** Removes the data of killed runtimes and of starts that found another runtime. */
function removeAbandonedFiles(dataDir) {
  const others = readdirSync(dirname(dataDir)).filter(
    (name) => name.startsWith('runtime-') && !name.startsWith(basename(dataDir)),
  );
  for (const name of others) rmSync(join(dirname(dataDir), name), { recursive: true, force: true });
}
