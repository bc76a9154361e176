/** A request of a check, and the response. */
export interface Exchange {
  checkId: string;
  method: string;
  /** The path below `/v1` with `{id}` for each ID: `/v1/emails/{id}`. */
  route: string;
  /** Undefined if no response arrived. */
  status?: number;
  /** The `error.type` of a failed request. */
  type?: string;
  message?: string;
  requestId?: string;
  /** Whether the request had an attachment. */
  hasFile: boolean;
  headers?: Headers;
}

/** Something that the service does some time after a request. */
export type ArrivalKind = 'event' | 'due-email' | 'webhook' | 'received-message' | 'campaign' | 'suppression';

interface Arrival {
  kind: ArrivalKind;
  /** The sending domain of the email. */
  domain: string;
  hasArrived: boolean;
}

/** What all checks of a run saw. `diagnose` compares it with the table of causes. */
export class Evidence {
  readonly exchanges: Exchange[] = [];
  private readonly arrivals: Arrival[] = [];

  addArrival(arrival: Arrival): void {
    this.arrivals.push(arrival);
  }

  hasArrived(kind: ArrivalKind, domain?: string): boolean {
    return this.arrivals.some(
      (arrival) =>
        arrival.kind === kind && arrival.hasArrived && (domain ?? arrival.domain) === arrival.domain,
    );
  }

  hasArrivedForOther(kind: ArrivalKind, domain: string | undefined): boolean {
    return this.arrivals.some(
      (arrival) => arrival.kind === kind && arrival.hasArrived && arrival.domain !== domain,
    );
  }

  /** Whether any request got a response. */
  hasResponse(): boolean {
    return this.exchanges.some(({ status }) => status !== undefined);
  }

  /** Whether the service accepted another request that changes something. */
  hasAcceptedOtherWrite({ method, route }: Exchange): boolean {
    return this.exchanges.some(
      (other) =>
        other.method !== 'GET' &&
        (other.method !== method || other.route !== route) &&
        other.status !== undefined &&
        other.status < 300,
    );
  }

  hasAcceptedWithoutFile({ method, route }: Exchange): boolean {
    return this.exchanges.some(
      (other) =>
        !other.hasFile &&
        other.method === method &&
        other.route === route &&
        other.status !== undefined &&
        other.status < 300,
    );
  }

  /** The response of the last request that the check made, if the service refused it. */
  lastRefusal(checkId: string): Exchange | undefined {
    const last = this.exchanges.findLast((exchange) => exchange.checkId === checkId);
    return last && (last.status === undefined || last.status >= 400) ? last : undefined;
  }

  lastExchange(checkId: string): Exchange | undefined {
    return this.exchanges.findLast((exchange) => exchange.checkId === checkId);
  }
}
