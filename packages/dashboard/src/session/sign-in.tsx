import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { InputField } from '../parts/field';
import { Form } from '../parts/form';
import { Logo } from '../shell/logo';
import { createClient } from '../service/client';
import { basePath } from '../service/urls';
import { storedKey } from './session';

interface SignInProps {
  /** Where people sign in; null where they do not. */
  url: string | null;
  onKey: (key: string) => void;
}

/** As a person where the deployment has users, or with an API key, for this tab alone. */
export function SignIn({ url, onKey }: SignInProps) {
  useEffect(() => {
    document.title = 'Sign in · Carrier Nest';
  }, []);
  const keyCheck = useMutation({
    mutationFn: async (key: string) => {
      // It needs no scope: what the key may not do, each page says.
      await createClient({ mode: 'key', key }).getCredential();
      return key;
    },
    onSuccess: (key) => {
      storedKey.set(key);
      onKey(key);
    },
  });
  return (
    <main className="alone">
      <Logo />
      <h1>Sign in</h1>
      {url !== null && <UserSignIn url={url} />}
      <p className="lead">
        {url === null ? 'With' : 'Or with'} an API key of your workspace. It stays in this tab and is
        forgotten with it.
      </p>
      <Form
        submitLabel="Use the key"
        isSecondary={url !== null}
        isBusy={keyCheck.isPending}
        error={keyCheck.error}
        onSubmit={(formValues) => keyCheck.mutate(formValues.text('key'))}
      >
        <InputField
          label="API key"
          name="key"
          type="password"
          required
          pattern="sk_live_.+"
          placeholder="sk_live_…"
          hint="The operator makes the first one: npm run admin. It begins with sk_live_."
        />
      </Form>
    </main>
  );
}

/** The way back leads to the page that was asked for. */
function UserSignIn({ url }: { url: string }) {
  const page = location.pathname.slice(basePath.length + 1);
  const hasFailed = new URLSearchParams(location.search).get('sign-in') === 'failed';
  return (
    <>
      {hasFailed && (
        <aside className="notice" data-tone="bad" role="alert">
          <p>You are not signed in. Try again: it has to end within ten minutes, in the same browser.</p>
        </aside>
      )}
      <p className="lead">With the address that you were invited by.</p>
      <p>
        <a className="button primary" href={`${url}?${new URLSearchParams({ to: page })}`}>
          Sign in
        </a>
      </p>
    </>
  );
}
