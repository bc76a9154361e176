import type { Broadcast, BroadcastPreview, Credential, Domain, Usage } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Loading } from '../../parts/states';
import { capitalize, formatCount, humanize } from '../../parts/format';
import { useClient } from '../../service/client';

interface SendProblem {
  text: string;
  link?: { href: string; text: string };
}

interface SendProblemsProps {
  campaign: Broadcast;
  preview: BroadcastPreview;
}

/** The problems that can be detected before sending. The service reports all other problems when the campaign is sent. */
export function SendProblems({ campaign, preview }: SendProblemsProps) {
  const { problems, isComplete } = useSendProblems(campaign, preview);
  if (problems.length === 0 && !isComplete) return <Loading />;
  if (problems.length === 0)
    return (
      <p className="quiet">No problems found. The postal address is checked when you send the campaign.</p>
    );
  return (
    <aside className="notice" data-tone={preview.can_send ? 'warning' : 'bad'}>
      <h3>Problems that prevent sending</h3>
      <ul>
        {problems.map(({ text, link }) => (
          <li key={text}>
            {text} {link && <Link href={link.href}>{link.text}</Link>}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Collects problems from the sources that the key may read. `isComplete` is true once each source has responded or failed. */
function useSendProblems({ identity_id }: Broadcast, preview: BroadcastPreview) {
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
    isComplete: [domain, usage, credential].every(({ isPending }) => !isPending),
    problems: [
      ...previewProblems(preview),
      ...(domain.data ? domainProblems(domain.data) : []),
      ...(usage.data ? usageProblems(usage.data, preview.recipient_count) : []),
      ...(credential.data ? credentialProblems(credential.data) : []),
    ],
  };
}

function previewProblems({ reason, recipient_count }: BroadcastPreview): SendProblem[] {
  return [
    ...(reason ? [{ text: `${reason}.` }] : []),
    ...(recipient_count === 0 ? [{ text: 'The campaign has no recipients.' }] : []),
  ];
}

const domainProblems = ({ id, domain, status }: Domain): SendProblem[] =>
  status === 'verified'
    ? []
    : [
        {
          text: `${domain} is not verified.`,
          link: { href: `/domains/${id}`, text: 'View its DNS records' },
        },
      ];

function usageProblems(
  { suspended_reason, lock_reason, emails_remaining }: Usage,
  recipients: number,
): SendProblem[] {
  const link = { href: '/usage', text: 'Usage' };
  if (suspended_reason) return [{ text: `The operator has stopped all sending: ${suspended_reason}.`, link }];
  if (lock_reason) return [{ text: `${capitalize(humanize(lock_reason))}.`, link }];
  if (emails_remaining !== null && emails_remaining < recipients)
    return [
      {
        text: `The plan allows only ${formatCount(emails_remaining)} more recipients in this period.`,
        link,
      },
    ];
  return [];
}

function credentialProblems({ requires_approval, allowed_recipients }: Credential): SendProblem[] {
  if (!requires_approval && allowed_recipients.length === 0) return [];
  return [{ text: 'This key has guardrails, so it can create campaigns but not send them.' }];
}
