import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, 0);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Binds the loopback address; port 0 takes a free one. Resolves to the port. */
export async function listen(
  server: Server | ReturnType<typeof createServer>,
  port: number,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

const explained = (error: NodeJS.ErrnoException, port: number): Error =>
  error.code === 'EADDRINUSE'
    ? new Error(`Port ${port} is in use: choose another, or 0 for a free one`)
    : error;
