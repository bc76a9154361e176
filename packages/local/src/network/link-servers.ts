import { createServer, type Server } from 'node:https';
import { listen } from '../machine/ports';
import type { CertificateAuthority } from './certificate-authority';

/** A server of tracked links, under the name that the CNAME records of tracking hosts point to. */
interface LinkServer {
  name: string;
  /** The name in the certificate that the server shows to a client that requests this host. */
  certificateName: (requestedHost: string) => string;
}

/**
 * The servers to which tracking hosts can point. SES has only a certificate for its own name, as on AWS. The proxy of
 * the operator has one for every host. Both respond with 404, because the runtime does not rewrite links.
 */
export const linkServers = (region: string, proxyName: string): LinkServer[] => {
  const sesName = `r.${region}.awstrack.me`;
  return [
    { name: sesName, certificateName: () => sesName },
    { name: proxyName, certificateName: (requestedHost) => requestedHost },
  ];
};

/** Starts the servers and gives their names public addresses. Returns a function that stops them. */
export async function startLinkServers(
  servers: readonly LinkServer[],
  authority: CertificateAuthority,
  hosts: { reserve(name: string, port: number): void },
): Promise<() => void> {
  const running = await Promise.all(
    servers.map(async ({ name, certificateName }) => {
      const server = createLinkServer(authority, (host) => certificateName(host || name));
      hosts.reserve(name, await listen(server, 0));
      return server;
    }),
  );
  return () => {
    for (const server of running) server.close().closeAllConnections();
  };
}

const createLinkServer = (
  authority: CertificateAuthority,
  certificateName: (requestedHost: string) => string,
): Server =>
  createServer(
    {
      SNICallback: (host, callback) => {
        authority.contextFor(certificateName(host)).then(
          (context) => callback(null, context),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
      },
    },
    (_request, response) => {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('No tracked link\n');
    },
  );
