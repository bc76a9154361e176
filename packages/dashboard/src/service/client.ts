import { CarrierNest } from '@carrier-nest/sdk';
import { createContext, useContext } from 'react';
import type { Session } from '../session/session';
import { credentialHeaders } from './credential-headers';
import { serviceUrl } from './urls';

/** Users wait for pages, so a request has two retries and 30 seconds in total. */
const requestSettings = { retries: 2, timeoutMs: 30_000 };

/** Creates a client of this service's API. */
export function createClient(session: Session): CarrierNest {
  const credential = credentialHeaders(session);
  return new CarrierNest({
    url: serviceUrl,
    // The SDK requires a key. The credential of the session replaces it below.
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
  if (!client) throw new Error('useClient was called outside a ClientContext');
  return client;
}
