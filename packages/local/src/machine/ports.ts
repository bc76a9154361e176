import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { StartError } from './start-error';

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, 0);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A port that is kept for a server which comes later. Nobody else gets it until it is released. */
export interface HeldPort {
  port: number;
  release(): Promise<void>;
}

/** Port 0 takes a free one. `option` is how another one is chosen. */
export async function holdPort(wanted: number, option: string): Promise<HeldPort> {
  const holder = createServer((socket) => socket.destroy());
  const port = await listen(holder, wanted, option);
  return { port, release: () => new Promise((resolve) => holder.close(() => resolve())) };
}

/** Binds the loopback address; port 0 takes a free one. Resolves to the port. */
export async function listen(
  server: Server | ReturnType<typeof createServer>,
  port: number,
  option?: string,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, port, option)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** What was asked for beside this option, as a shell reads it. */
function givenWithout(option: string): string[] {
  const given = process.argv.slice(2);
  const others = given.filter(
    (word, at) => word !== option && given[at - 1] !== option && !word.startsWith(`${option}=`),
  );
  return others.map((word) => (/^[\w./=:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
}

/** What a person can do about a port that is taken. */
export function explained(error: unknown, port: number, option = ''): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!isTaken) return error;
  const another = ['npm start --', ...givenWithout(option), option, port + 10].join(' ');
  return new StartError(`Port ${port} is in use: choose another with \`${another}\`; 0 takes a free one`);
}
