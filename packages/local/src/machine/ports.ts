import { createServer, type Server } from 'node:net';
import { errorCode } from './error-code';
import { StartError } from './start-error';

/** Finds a port that is free now. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, 0);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A port that is reserved for a server until it is released. */
export interface ReservedPort {
  port: number;
  release(): Promise<void>;
}

/** Reserves a port. Port 0 chooses a free port. `option` is the command line option for choosing another port. */
export async function reservePort(requestedPort: number, option: string): Promise<ReservedPort> {
  const placeholder = createServer((socket) => socket.destroy());
  const port = await listen(placeholder, requestedPort, option);
  return { port, release: () => new Promise((resolve) => placeholder.close(() => resolve())) };
}

/** Listens on the loopback address and resolves to the port. Port 0 chooses a free port. */
export async function listen(server: Server, port: number, option?: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainPortError(error, port, option)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return portOf(server);
}

/** The TCP port of a listening server. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (typeof address === 'string' || !address) throw new Error('The server does not listen on a port');
  return address.port;
}

/** The command line arguments without this option, quoted for a shell. */
function argumentsWithout(option: string): string[] {
  const args = process.argv.slice(2);
  const otherArgs = args.filter(
    (arg, index) => arg !== option && args[index - 1] !== option && !arg.startsWith(`${option}=`),
  );
  return otherArgs.map((arg) => (/^[\w./=:-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`));
}

/**
 * If the port is in use, returns an error that suggests a command with another port. Returns other errors unchanged.
 */
export function explainPortError<E>(error: E, port: number, option = ''): E | StartError {
  if (errorCode(error) !== 'EADDRINUSE') return error;
  const suggestion = ['npm start --', ...argumentsWithout(option), option, port + 10].join(' ');
  return new StartError(
    `Port ${port} is in use. Choose another port with \`${suggestion}\`. Port 0 chooses a free port`,
  );
}
