import type { IncomingMessage } from 'node:http';
import { SignInError, type SignIn } from '../aws/cognito/sign-in';
import { asJson, asRefusal, leadingTo, type Shown } from './shown';

/** Under this path of the console the user pool has its pages, as Cognito has them at a domain of their own. */
export const userPoolPath = '/user-pool';

type Answer = (signIn: SignIn, query: URLSearchParams, request: IncomingMessage) => Shown | Promise<Shown>;

const answers: Record<string, Answer> = {
  'GET /oauth2/authorize': (signIn, query) => {
    const wanted = signIn.read(query);
    const chosen = query.get('user');
    return chosen === null ? choicePage(signIn, query) : leadingTo(signIn.finish(wanted, chosen));
  },
  'POST /oauth2/token': async (signIn, _query, request) => {
    const { status, body } = await signIn.exchange(new URLSearchParams(await bodyOf(request)));
    return asJson(status, body);
  },
  'GET /logout': (signIn, query) => leadingTo(signIn.signOut(query)),
};

/** Whoever is at this machine may be anybody in the pool: they choose. */
export async function answerUserPool(
  signIn: SignIn,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
): Promise<Shown> {
  const answer = answers[`${request.method} ${path.slice(userPoolPath.length)}`];
  if (!answer) return asRefusal(404, 'The user pool has no such page');
  try {
    return await answer(signIn, query, request);
  } catch (error) {
    if (error instanceof SignInError) return asRefusal(400, error.message);
    throw error;
  }
}

function choicePage({ pool }: SignIn, query: URLSearchParams): Shown {
  const users = pool.users().map(({ email }) => {
    const to = new URLSearchParams([...query, ['user', email]]);
    return `<li><a href="authorize?${escaped(to.toString())}">${escaped(email)}</a></li>`;
  });
  const nobody = '<p>Nobody is invited yet: <code>npm run admin users invite WORKSPACE EMAIL</code></p>';
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
    body:
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<title>Sign in</title><style>${style}</style><main><h1>Sign in</h1>` +
      '<p>This stands in for the user pool. There are no passwords on this machine: choose who you are.</p>' +
      `${users.length > 0 ? `<ul>${users.join('')}</ul>` : nobody}</main></html>`,
  };
}

const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui}main{max-width:30rem;margin:10vh auto;padding:0 1rem}' +
  'li{margin:.5rem 0}';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

const bodyMax = 64 * 1024;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > bodyMax) throw new SignInError('invalid_request');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
