import type { Domain } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { ConfirmButton } from '../../parts/confirm-button';
import { DescriptionList } from '../../parts/description-list';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { ErrorMessage } from '../../parts/states';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { useLocalSession } from '../../session/session';
import { NextStep } from './next-step';
import { PublishLocally } from './publish-locally';
import { DnsRecordTable } from './dns-record-table';

const back = { to: '/domains', label: 'Domains' };

/** A domain with its DNS records, their status in DNS, and the next step. */
export function DomainPage() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['domain', id],
    queryFn: ({ signal }) => client.getDomain(id, { signal }),
  });
  return (
    <QueryPage query={query} title="Domain" back={back}>
      {(domain) => <DomainDetails domain={domain} />}
    </QueryPage>
  );
}

function DomainDetails({ domain }: { domain: Domain }) {
  const local = useLocalSession();
  return (
    <Page
      title={domain.domain}
      back={back}
      actions={
        <>
          <VerifyButton domain={domain} />
          <DeleteDomain domain={domain} />
        </>
      }
    >
      <NextStep domain={domain} />
      <DescriptionList
        items={[
          ['Status', <Status key="status" status={domain.status} />],
          ['Email type', domain.risk_class],
          ['Verified', domain.verified_at && <Time at={domain.verified_at} />],
          ['Last checked', domain.last_checked_at && <Time at={domain.last_checked_at} />],
          ['Open and click tracking', <TrackingStatus key="tracking" tracking={domain.click_tracking} />],
          ['Return-Path', <Status key="from" status={domain.mail_from.status} />],
          ['Domain ID', <Copyable key="id" text={domain.id} itemLabel="domain ID" />],
        ]}
      />
      <section aria-labelledby="records">
        <h2 id="records">DNS records</h2>
        <p className="lead">Publish these records at the DNS provider of your domain.</p>
        {local?.control && <PublishLocally domain={domain} />}
        <DnsRecordTable domain={domain} />
      </section>
    </Page>
  );
}

/** The status, and the problem that the last check found. */
const TrackingStatus = ({ tracking: { status, problem } }: { tracking: Domain['click_tracking'] }) => (
  <>
    <Status status={status} /> {problem}
  </>
);

function VerifyButton({ domain }: { domain: Domain }) {
  const client = useClient();
  const verify = useMutation({
    mutationFn: () => client.verifyDomain(domain.id),
    onSuccess: useSuccessEffects<Domain>({
      successToast: ({ status }) =>
        status === 'verified'
          ? 'Verified. You can send from this domain.'
          : 'Not verified yet. Check the records below.',
      resultKey: ['domain', domain.id],
      invalidateKeys: [['domains']],
    }),
  });
  return (
    <>
      <button type="button" className="primary" onClick={() => verify.mutate()} disabled={verify.isPending}>
        {verify.isPending ? 'Verifying…' : 'Verify now'}
      </button>
      {verify.error && <ErrorMessage error={verify.error} />}
    </>
  );
}

function DeleteDomain({ domain }: { domain: Domain }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      title={`Delete ${domain.domain}?`}
      confirmLabel="Delete domain"
      onConfirm={() => client.deleteDomain(domain.id)}
      successToast={`${domain.domain} was deleted.`}
      navigateTo="/domains"
      invalidateKeys={[['domains']]}
    >
      <p>
        Scheduled emails from this domain fail when they are due, and drafts from this domain cannot be sent.
        If you add the domain again, the domain needs new DNS records.
      </p>
    </ConfirmButton>
  );
}
