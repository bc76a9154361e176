import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { InputField } from '../parts/field';
import { Form } from '../parts/form';
import { Logo } from '../shell/logo';
import { createClient } from '../service/client';
import { basePath } from '../service/urls';
import { storedKey } from './session';

interface SignInProps {
  /** The URL where users sign in, or null if the deployment has no users. */
  url: string | null;
  onKey: (key: string) => void;
}

/** Signs in as a user if the deployment has users, or with an API key for this tab only. */
export function SignIn({ url, onKey }: SignInProps) {
  useEffect(() => {
    document.title = 'Sign in · Carrier Nest';
  }, []);
  const keyCheck = useMutation({
    mutationFn: async (key: string) => {
      // This request needs no scope. Each page reports a missing scope.
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
        {url === null ? 'Use' : 'Or use'} an API key of your workspace. The key stays in this tab and is
        forgotten when you close the tab.
      </p>
      <Form
        submitLabel="Use API key"
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
          hint="The key starts with sk_live_. The operator creates the first key with npm run admin."
        />
      </Form>
    </main>
  );
}

/** After the sign-in, the user returns to the requested page. */
function UserSignIn({ url }: { url: string }) {
  const page = location.pathname.slice(basePath.length + 1);
  const hasFailed = new URLSearchParams(location.search).get('sign-in') === 'failed';
  return (
    <>
      {hasFailed && (
        <aside className="notice" data-tone="bad" role="alert">
          <p>
            You are not signed in. Try again, and finish the sign-in within ten minutes in the same browser.
          </p>
        </aside>
      )}
      <p className="lead">Use the email address of your invitation.</p>
      <p>
        <a className="button primary" href={`${url}?${new URLSearchParams({ to: page })}`}>
          Sign in
        </a>
      </p>
    </>
  );
}
