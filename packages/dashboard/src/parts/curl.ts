import { serviceUrl } from '../service/place';
import { useSession, type Session } from '../session/session';

/** A command for the terminal that does at this address what a page cannot begin with. */
export function useCurl(): (method: 'GET' | 'POST', path: string, body?: object) => string {
  const session = useSession();
  return (method, path, body) => curlOf(session, method, path, body);
}

function curlOf(session: Session, method: string, path: string, body?: object): string {
  const lines = [
    `curl ${method === 'GET' || body ? '' : `-X ${method} `}${serviceUrl}${path}`,
    // On this machine the console adds the key of the workspace. A person who signed in has one made for the terminal.
    ...(session.mode !== 'local' ? [`-H "Authorization: Bearer $CARRIER_NEST_KEY"`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** A domain that may send, as far as can be told without asking. */
export function useSender(): string {
  const session = useSession();
  return `desk@${session.mode === 'local' ? session.domains.transactional : 'mail.your-domain.example'}`;
}
