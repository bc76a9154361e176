import type { Domain, SendRequest, SendResponse } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Field } from '../../parts/field';
import { Form } from '../../parts/form';
import { Failure, Loading } from '../../parts/states';
import { useClient } from '../../service/client';
import { useLocal } from '../../session/session';
import { SentMail } from '../log/sent-mail';

interface TryItProps {
  mailOf: (from: string, to: string) => SendRequest;
  risk?: Domain['risk_class'];
}

/** A mail to oneself: the only way to see it as it arrives. */
export function TryIt({ mailOf, risk = 'transactional' }: TryItProps) {
  const client = useClient();
  const local = useLocal();
  const send = useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) => client.sendEmail(mailOf(from, to)),
  });
  return (
    <details>
      <summary>Send yourself a test, to see it as it arrives</summary>
      <Form
        action="Send the test"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={(entered) => send.mutate({ from: entered.text('from'), to: entered.text('to') })}
      >
        <Addresses risk={risk} />
      </Form>
      {send.data && <Sent answer={send.data} />}
      {send.data && local?.control && <SentMail messageId={send.data.id} />}
    </details>
  );
}

/** From the first domain that may send. A key that may not know the domains knows an address. */
function Addresses({ risk }: { risk: Domain['risk_class'] }) {
  const client = useClient();
  const query = useQuery({ queryKey: ['domains'], queryFn: async () => client.listDomains() });
  if (query.isPending) return <Loading />;
  const domain = query.data?.data.find((one) => one.risk_class === risk && one.status === 'verified')?.domain;
  const desk = domain && `${risk === 'marketing' ? 'news' : 'desk'}@${domain}`;
  return (
    <div className="pair">
      <Field label="From" name="from" required defaultValue={desk} />
      <Field label="To" name="to" type="email" required placeholder="you@example.com" />
    </div>
  );
}

function Sent({ answer }: { answer: SendResponse }) {
  if (answer.skipped)
    return <Failure error={new Error(`Nothing was sent: ${answer.reason ?? 'the address is not mailed'}`)} />;
  return (
    <p role="status">
      {answer.status === 'pending_approval' ? 'It waits for approval.' : 'The test is on its way.'}{' '}
      <Link href={`/log/${answer.id}`}>What becomes of it</Link>
    </p>
  );
}
