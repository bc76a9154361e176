import { serviceUrl } from '../service/urls';
import { useSession, type Session } from '../session/session';

/** A command for the terminal that does at this address what a page cannot begin with. */
export function useCurlCommand(): (method: 'GET' | 'POST', path: string, body?: unknown) => string {
  const session = useSession();
  return (method, path, body) => buildCurlCommand(session, method, path, body);
}

function buildCurlCommand(session: Session, method: string, path: string, body?: unknown): string {
  const lines = [
    `curl ${method === 'GET' || body ? '' : `-X ${method} `}${serviceUrl}${path}`,
    // On this machine the console adds the key of the workspace. A person who signed in has one made for the terminal.
    ...(session.mode !== 'local' ? [`-H "Authorization: Bearer $CARRIER_NEST_KEY"`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** A domain that may send, as far as can be told without asking. */
export function useExampleSender(): string {
  const session = useSession();
  return `desk@${session.mode === 'local' ? session.domains.transactional : 'mail.your-domain.example'}`;
}
