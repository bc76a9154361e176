import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SignIn } from '../aws/cognito/sign-in';
import type { Clock } from '../clock/clock';
import type { Mail } from '../mail/mail';
import { refuseOtherThan, refuseStranger } from '../network/own-machine';
import type { Home } from './home';
import { mailAt } from './mail-at';
import { passOn, passOnAsOwner } from './pass-on';
import { answerUserPool, userPoolPath } from './user-pool';
import { asJson, asRefusal, leadingTo, show, type Shown } from './shown';

/** What is shown beside the pages. */
interface Shows {
  clock: Clock;
  mail: Mail;
  signIn: SignIn;
}

/**
 * The console as a person sees it: the pages under `/app/`, which a function of the service hands out, and the API
 * under `/v1/` as the seeded workspace. What only this machine has is answered here: the session without a sign-in,
 * the outbox, the next thing due, and the pages of the user pool. Everything else is for the control API.
 */
export function dashboard(home: Home, shows: Shows, controlApi: RequestListener): RequestListener {
  return (request, response) => {
    // Not by `new URL`: there are paths that it throws at, and those are anybody's to send.
    const [path = '', ...query] = (request.url ?? '/').split('?');
    if (path.startsWith('/v1/')) return askApi(home, request, response);
    const isPage = /^\/(app|user-pool)(\/|$)/.test(path) || (path === '/' && isForAPerson(request));
    if (!isPage) return controlApi(request, response);

    const foreign = refuseStranger(request);
    if (foreign !== undefined) return show(asRefusal(403, foreign), response);
    const asked = new URLSearchParams(query.join('?'));
    const here = path.startsWith(userPoolPath)
      ? answerUserPool(shows.signIn, path, asked, request)
      : answerHere(home, shows, path, asked);
    if (!here) return passOn(home, request, response);
    here
      .catch((error: unknown) => asRefusal(500, error instanceof Error ? error.message : String(error)))
      .then((shown) => show(shown, response), console.error);
  };
}

/** A program that asks for anything gets JSON at `/`, as ever. */
const isForAPerson = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

function askApi(home: Home, request: IncomingMessage, response: ServerResponse): void {
  const foreign = refuseStranger(request);
  if (foreign !== undefined) return show(asRefusal(403, foreign), response);
  const untaken = refuseOtherThan('application/json', request);
  if (untaken !== undefined) return show(asRefusal(415, untaken), response);
  passOnAsOwner(home, request, response);
}

const outboxPath = '/app/mail/outbox';

/** Undefined for what the service answers. On this machine the first thing to see is the mail itself. */
function answerHere(
  home: Home,
  { clock, mail }: Shows,
  path: string,
  query: URLSearchParams,
): Promise<Shown> | undefined {
  if (['/', '/app', '/app/'].includes(path)) return Promise.resolve(leadingTo('/app/outbox'));
  if (path === '/app/session') return Promise.resolve(asJson(200, sessionOf(home)));
  if (path === '/app/next-due') return Promise.resolve(asJson(200, nextDue(clock)));
  if (path !== outboxPath && !path.startsWith(`${outboxPath}/`)) return undefined;
  return mailAt(mail, path.slice(outboxPath.length + 1), query);
}

/** What waits for its time, and does not come again and again. */
function nextDue(clock: Clock): { at: string | null } {
  const dueAt = clock.nextOnceAt();
  return { at: dueAt === undefined ? null : new Date(dueAt).toISOString() };
}

/** Nobody signs in here: whoever reaches this machine's loopback is its owner. */
const sessionOf = ({ workspace, api, smtp, domains }: Home) => ({
  mode: 'local',
  workspace,
  control: true,
  api,
  smtp,
  domains,
});
