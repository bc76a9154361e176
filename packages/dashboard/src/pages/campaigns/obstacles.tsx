import type { Broadcast, BroadcastPreview, Credential, Domain, Usage } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Loading } from '../../parts/states';
import { capital, count, spoken } from '../../parts/words';
import { useClient } from '../../service/client';

interface Obstacle {
  says: string;
  to?: { href: string; says: string };
}

interface ObstaclesProps {
  campaign: Broadcast;
  preview: BroadcastPreview;
}

/** All that is known beforehand to stop a campaign. The rest the service says when it is sent. */
export function Obstacles({ campaign, preview }: ObstaclesProps) {
  const { obstacles, isKnown } = useObstacles(campaign, preview);
  if (obstacles.length === 0 && !isKnown) return <Loading />;
  if (obstacles.length === 0)
    return (
      <p className="quiet">
        Nothing is known that would stop it. The postal address is looked at when you send it.
      </p>
    );
  return (
    <aside className="notice" data-tone={preview.can_send ? 'warning' : 'bad'}>
      <h3>What would stop it</h3>
      <ul>
        {obstacles.map(({ says, to }) => (
          <li key={says}>
            {says} {to && <Link href={to.href}>{to.says}</Link>}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** A key that may not know one of them sees the others. Nothing is said to be in order before all have answered. */
function useObstacles({ identity_id }: Broadcast, preview: BroadcastPreview) {
  const client = useClient();
  const domain = useQuery({
    queryKey: ['domain', identity_id],
    queryFn: ({ signal }) => client.getDomain(identity_id, { signal }),
  });
  const usage = useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => client.getUsage({ signal }) });
  const credential = useQuery({
    queryKey: ['credential'],
    queryFn: ({ signal }) => client.getCredential({ signal }),
  });
  return {
    isKnown: [domain, usage, credential].every(({ isPending }) => !isPending),
    obstacles: [
      ...ofPreview(preview),
      ...(domain.data ? ofDomain(domain.data) : []),
      ...(usage.data ? ofUsage(usage.data, preview.recipient_count) : []),
      ...(credential.data ? ofCredential(credential.data) : []),
    ],
  };
}

function ofPreview({ reason, recipient_count }: BroadcastPreview): Obstacle[] {
  return [
    ...(reason ? [{ says: `${reason}.` }] : []),
    ...(recipient_count === 0 ? [{ says: 'There is nobody to send it to.' }] : []),
  ];
}

const ofDomain = ({ id, domain, status }: Domain): Obstacle[] =>
  status === 'verified'
    ? []
    : [{ says: `${domain} is not verified.`, to: { href: `/domains/${id}`, says: 'See what is missing' } }];

function ofUsage({ suspended_reason, lock_reason, emails_remaining }: Usage, recipients: number): Obstacle[] {
  const to = { href: '/usage', says: 'Usage' };
  if (suspended_reason) return [{ says: `The operator has stopped all sending: ${suspended_reason}.`, to }];
  if (lock_reason) return [{ says: `${capital(spoken(lock_reason))}.`, to }];
  if (emails_remaining !== null && emails_remaining < recipients)
    return [{ says: `The plan has room for ${count(emails_remaining)} more recipients in this period.`, to }];
  return [];
}

function ofCredential({ requires_approval, allowed_recipients }: Credential): Obstacle[] {
  if (!requires_approval && allowed_recipients.length === 0) return [];
  return [{ says: 'This key has guardrails: it writes campaigns, and sends none.' }];
}
