import type { Domain, SendRequest, SendResponse } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { InputField } from '../../parts/field';
import { Form } from '../../parts/form';
import { ErrorMessage, Loading } from '../../parts/states';
import { useClient } from '../../service/client';
import { useLocalSession } from '../../session/session';
import { SentMail } from '../log/sent-mail';

interface SendTestProps {
  buildMail: (from: string, to: string) => SendRequest;
  riskClass?: Domain['risk_class'];
}

/** Sends a test email, because a preview does not show how the received email looks. */
export function SendTest({ buildMail, riskClass = 'transactional' }: SendTestProps) {
  const client = useClient();
  const local = useLocalSession();
  const send = useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) => client.sendEmail(buildMail(from, to)),
  });
  return (
    <details>
      <summary>Send a test email</summary>
      <Form
        submitLabel="Send test"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={(formValues) => send.mutate({ from: formValues.text('from'), to: formValues.text('to') })}
      >
        <AddressFields riskClass={riskClass} />
      </Form>
      {send.data && <TestResult response={send.data} />}
      {send.data && local?.control && <SentMail messageId={send.data.id} />}
    </details>
  );
}

/** Suggests a sender on the first verified domain. A key that may not read domains gets no suggestion. */
function AddressFields({ riskClass }: { riskClass: Domain['risk_class'] }) {
  const client = useClient();
  const query = useQuery({ queryKey: ['domains'], queryFn: async () => client.listDomains() });
  if (query.isPending) return <Loading />;
  const domain = query.data?.data.find(
    (candidate) => candidate.risk_class === riskClass && candidate.status === 'verified',
  )?.domain;
  const senderAddress = domain && `${riskClass === 'marketing' ? 'news' : 'desk'}@${domain}`;
  return (
    <div className="pair">
      <InputField label="From" name="from" required defaultValue={senderAddress} />
      <InputField label="To" name="to" type="email" required placeholder="you@example.com" />
    </div>
  );
}

function TestResult({ response }: { response: SendResponse }) {
  if (response.skipped)
    return (
      <ErrorMessage
        error={new Error(`Nothing was sent: ${response.reason ?? 'the address cannot be emailed'}`)}
      />
    );
  return (
    <p role="status">
      {response.status === 'pending_approval'
        ? 'The test email is waiting for approval.'
        : 'The test email is being sent.'}{' '}
      <Link href={`/log/${response.id}`}>View in log</Link>
    </p>
  );
}
