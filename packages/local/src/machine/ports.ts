import { createServer, type Server } from 'node:net';
import { errorCode } from './error-code';
import { StartError } from './start-error';

/** A port that nothing listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, 0);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A port that is kept for a server which comes later. Nobody else gets it until it is released. */
export interface ReservedPort {
  port: number;
  release(): Promise<void>;
}

/** Port 0 takes a free one. `option` is how another one is chosen. */
export async function reservePort(requestedPort: number, option: string): Promise<ReservedPort> {
  const placeholder = createServer((socket) => socket.destroy());
  const port = await listen(placeholder, requestedPort, option);
  return { port, release: () => new Promise((resolve) => placeholder.close(() => resolve())) };
}

/** Binds the loopback address; port 0 takes a free one. Resolves to the port. */
export async function listen(server: Server, port: number, option?: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainPortError(error, port, option)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return portOf(server);
}

/** Of a server that listens on TCP. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (typeof address === 'string' || !address) throw new Error('The server does not listen on a port');
  return address.port;
}

/** What was asked for beside this option, as a shell reads it. */
function argumentsWithout(option: string): string[] {
  const args = process.argv.slice(2);
  const otherArgs = args.filter(
    (arg, index) => arg !== option && args[index - 1] !== option && !arg.startsWith(`${option}=`),
  );
  return otherArgs.map((arg) => (/^[\w./=:-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`));
}

/** What a person can do about a port that is taken. */
export function explainPortError<E>(error: E, port: number, option = ''): E | StartError {
  if (errorCode(error) !== 'EADDRINUSE') return error;
  const suggestion = ['npm start --', ...argumentsWithout(option), option, port + 10].join(' ');
  return new StartError(`Port ${port} is in use: choose another with \`${suggestion}\`; 0 takes a free one`);
}
