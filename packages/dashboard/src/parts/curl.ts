import { serviceUrl } from '../service/urls';
import { useSession, type Session } from '../session/session';

/** Builds a curl command for this service, as the first step on an empty page. */
export function useCurlCommand(): (method: 'GET' | 'POST', path: string, body?: unknown) => string {
  const session = useSession();
  return (method, path, body) => buildCurlCommand(session, method, path, body);
}

function buildCurlCommand(session: Session, method: string, path: string, body?: unknown): string {
  const lines = [
    `curl ${method === 'GET' || body ? '' : `-X ${method} `}${serviceUrl}${path}`,
    // Locally, the console adds the key of the workspace. A signed-in user needs an API key for the terminal.
    ...(session.mode !== 'local' ? [`-H "Authorization: Bearer $CARRIER_NEST_KEY"`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

/**
 * Returns an example sender. In the local runtime, its domain is verified. In a deployment, the domain is a
 * placeholder.
 */
export function useExampleSender(): string {
  const session = useSession();
  return `desk@${session.mode === 'local' ? session.domains.transactional : 'mail.your-domain.example'}`;
}
