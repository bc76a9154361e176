import { attachment, type SendResponse, type ThreadWithMessages } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Field, TextField } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { addressOf } from '../../parts/words';
import { useClient } from '../../service/client';

/** Answers the last message that somebody else wrote. */
export function Reply({ thread }: { thread: ThreadWithMessages }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const send = useMutation({
    mutationFn: async (entered: Entered) => client.sendEmail(await answerTo(thread, entered)),
    onSuccess: async (sent) => {
      say(saidOf(sent));
      await queries.invalidateQueries();
    },
  });
  const { from, to } = partiesOf(thread);
  return (
    <section className="reply" aria-labelledby="reply">
      <h2 id="reply">Reply</h2>
      <Form
        action="Send the reply"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={(entered) => send.mutate(entered)}
      >
        <div className="pair">
          <Field label="From" name="from" required defaultValue={from} hint="On a verified domain of yours" />
          <Field label="To" name="to" required defaultValue={to} />
        </div>
        <TextField label="Text" name="text" required rows={6} />
        <Field label="Attachments" name="files" type="file" multiple />
      </Form>
    </section>
  );
}

function partiesOf({ messages, participants }: ThreadWithMessages) {
  const [received] = messages.filter(({ direction }) => direction === 'inbound').slice(-1);
  const [sent] = messages.filter(({ direction }) => direction === 'outbound').slice(-1);
  return {
    from: sent ? sent.from : (received?.to[0] ?? ''),
    to: received ? addressOf(received.from) : (participants[0] ?? ''),
  };
}

async function answerTo({ messages, subject }: ThreadWithMessages, entered: Entered) {
  const answered = messages.findLast(({ direction }) => direction === 'inbound') ?? messages.at(-1);
  const files = entered.files('files').map((file) => attachment(file.name, file, file.type || undefined));
  return {
    from: entered.text('from'),
    to: entered
      .text('to')
      .split(',')
      .map((address) => address.trim()),
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: entered.verbatim('text'),
    ...(answered && { reply_to_message_id: answered.id }),
    ...(files.length > 0 && { attachments: await Promise.all(files) }),
  };
}

function saidOf({ status, reason }: SendResponse): string {
  if (status === 'pending_approval') return 'The reply waits for approval.';
  if (status === 'rejected') return `Nothing was sent: ${reason ?? 'nobody may be mailed'}.`;
  return 'The reply was sent.';
}
