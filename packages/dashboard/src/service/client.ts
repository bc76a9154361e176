import { CarrierNest } from '@carrier-nest/sdk';
import { createContext, useContext } from 'react';
import type { Session } from '../session/session';
import { credentialHeaders } from './credential-headers';
import { serviceUrl } from './urls';

/** People wait for pages: two repetitions, and half a minute in all. */
const requestSettings = { retries: 2, timeoutMs: 30_000 };

/** The API at the address of the pages. */
export function createClient(session: Session): CarrierNest {
  const credential = credentialHeaders(session);
  return new CarrierNest({
    url: serviceUrl,
    // The client wants one; what goes out is the session's.
    key: 'none',
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.delete('Authorization');
      for (const [name, value] of Object.entries(credential)) headers.set(name, value);
      return fetch(url, { ...init, headers });
    },
    ...requestSettings,
  });
}

export const ClientContext = createContext<CarrierNest | undefined>(undefined);

export function useClient(): CarrierNest {
  const client = useContext(ClientContext);
  if (!client) throw new Error('Pages are shown to who has a session');
  return client;
}
