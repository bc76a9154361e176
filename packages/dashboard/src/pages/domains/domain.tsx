import type { Domain } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Confirmed } from '../../parts/confirmed';
import { Facts } from '../../parts/facts';
import { Page } from '../../parts/page';
import { Failure, Loaded } from '../../parts/states';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { useLocal } from '../../session/session';
import { NextStep } from './next-step';
import { PublishHere } from './publish-here';
import { Records } from './records';

const back = { to: '/domains', says: 'Domains' };

/** What to publish for a domain, what DNS shows of it, and what to do next. */
export function DomainPage() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['domain', id],
    queryFn: ({ signal }) => client.getDomain(id, { signal }),
  });
  if (!query.data) {
    return (
      <Page title="Domain" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Shown domain={query.data} />;
}

function Shown({ domain }: { domain: Domain }) {
  const local = useLocal();
  return (
    <Page
      title={domain.domain}
      back={back}
      actions={
        <>
          <Verify domain={domain} />
          <Delete domain={domain} />
        </>
      }
    >
      <NextStep domain={domain} />
      <Facts
        of={[
          ['Status', <Status key="status" of={domain.status} />],
          ['For', domain.risk_class],
          ['Verified', domain.verified_at && <Time at={domain.verified_at} />],
          ['Last checked', domain.last_checked_at && <Time at={domain.last_checked_at} />],
          ['Opens and clicks', <Status key="tracking" of={domain.click_tracking.status} />],
          ['Return-Path', <Status key="from" of={domain.mail_from.status} />],
          ['Domain id', <Copyable key="id" text={domain.id} what="the id of the domain" />],
        ]}
      />
      <section aria-labelledby="records">
        <h2 id="records">DNS records</h2>
        <p className="lead">Publish these where your domain is managed.</p>
        {local?.control && <PublishHere domain={domain} />}
        <Records domain={domain} />
      </section>
    </Page>
  );
}

function Verify({ domain }: { domain: Domain }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const verify = useMutation({
    mutationFn: () => client.verifyDomain(domain.id),
    onSuccess: async (now) => {
      queries.setQueryData(['domain', domain.id], now);
      say(now.status === 'verified' ? 'Verified: you can send from it.' : 'Checked: not all is there yet.');
      await queries.invalidateQueries({ queryKey: ['domains'] });
    },
  });
  return (
    <>
      <button type="button" className="primary" onClick={() => verify.mutate()} disabled={verify.isPending}>
        {verify.isPending ? 'Looking …' : 'Verify now'}
      </button>
      {verify.error && <Failure error={verify.error} />}
    </>
  );
}

function Delete({ domain }: { domain: Domain }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <Confirmed
      says="Delete"
      title={`Delete ${domain.domain}?`}
      action="Delete the domain"
      does={() => client.deleteDomain(domain.id)}
      onDone={async () => {
        navigate('/domains');
        say(`${domain.domain} was deleted.`);
        await queries.invalidateQueries({ queryKey: ['domains'] });
      }}
    >
      <p>
        Mail that is scheduled from it fails when it is due, and drafts from it cannot leave. Adding it again
        takes new DNS records.
      </p>
    </Confirmed>
  );
}
