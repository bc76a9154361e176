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

/**
 * Throws if ports are in use. Names all of them at once, and suggests free ports. The keys are the command line options of
 * the ports.
 */
export async function refuseTakenPorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const replacements: Record<string, number> = {};
  const taken: number[] = [];
  for (const [option, port] of Object.entries(ports)) {
    if (await isFree(port)) continue;
    taken.push(port);
    replacements[option] = await findFreePortAfter(port, Object.values(replacements));
  }
  if (taken.length > 0) throw portsInUseError(taken, replacements);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await listen(probe, port);
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

/** The distance to the next candidate, so that candidates for neighboring ports differ. */
const portStep = 10;
const portMax = 65_535;

async function findFreePortAfter(port: number, chosen: readonly number[]): Promise<number> {
  for (let candidate = port + portStep; candidate <= portMax; candidate += portStep)
    if (!chosen.includes(candidate) && (await isFree(candidate))) return candidate;
  return 0;
}

/** If the port is in use, returns an error that suggests another port. Returns other errors unchanged. */
export const explainPortError = <E>(error: E, port: number, option = ''): E | StartError =>
  errorCode(error) === 'EADDRINUSE' ? portsInUseError([port], { [option]: port + portStep }) : error;

function portsInUseError(
  taken: readonly number[],
  replacements: Readonly<Record<string, number>>,
): StartError {
  const message =
    taken.length === 1
      ? `Port ${taken[0]} is in use. Choose another port, or 0 for a free port`
      : `Ports ${taken.slice(0, -1).join(', ')} and ${taken.at(-1)} are in use. Choose other ports, or 0 for free ports`;
  const options = Object.entries(replacements).map(([option, port]) => [option, String(port)]);
  return new StartError(message, { suggestedOptions: Object.fromEntries(options) as Record<string, string> });
}
