import { createServer, type RequestListener, type Server } from 'node:http';
import { listen } from '../machine/ports';

/**
 * Longer than the time for which clients keep idle connections. If the server closed a connection first, the next
 * request on it would be lost.
 */
const keepAliveTimeout = 65_000;

/**
 * The server on the console's port. Starts before the functions, because they need the server's address as the OAuth
 * issuer.
 */
export class ConsoleServer {
  private listener: RequestListener = (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' });
    response.end(JSON.stringify({ error: { message: 'The runtime is starting' } }));
  };

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async listen(port: number): Promise<ConsoleServer> {
    const server = createServer({ keepAliveTimeout }, (request, response) =>
      consoleServer.listener(request, response),
    );
    const consoleServer: ConsoleServer = new ConsoleServer(
      server,
      `http://127.0.0.1:${await listen(server, port, '--console-port')}`,
    );
    return consoleServer;
  }

  serve(listener: RequestListener): void {
    this.listener = listener;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}
