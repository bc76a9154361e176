import {
  attachment,
  type InboundMessage,
  type SendResponse,
  type ThreadWithMessages,
} from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { InputField, TextAreaField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { allQueries, useSuccessEffects } from '../../parts/success-effects';
import { addressOf } from '../../parts/format';
import { useClient } from '../../service/client';

/** Replies to the last received message. */
export function Reply({ thread }: { thread: ThreadWithMessages }) {
  const client = useClient();
  const send = useMutation({
    mutationFn: async (formValues: FormValues) => client.sendEmail(await buildReply(thread, formValues)),
    onSuccess: useSuccessEffects({ successToast: describeOutcome, invalidateKeys: allQueries }),
  });
  const { from, to, isUnknown } = replyAddresses(thread);
  return (
    <section className="reply" aria-labelledby="reply">
      <h2 id="reply">Reply</h2>
      {isUnknown && (
        <p role="alert">
          The last message is from a person who joined this conversation without being written to. Check the
          address before you reply.
        </p>
      )}
      <Form
        submitLabel="Send reply"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={(formValues) => send.mutate(formValues)}
      >
        <div className="pair">
          <InputField
            label="From"
            name="from"
            required
            defaultValue={from}
            hint="Must be on a verified domain of the workspace"
          />
          <InputField label="To" name="to" required defaultValue={to} />
        </div>
        <TextAreaField label="Text" name="text" required rows={6} />
        <InputField label="Attachments" name="files" type="file" multiple />
      </Form>
    </section>
  );
}

function replyAddresses({ messages, participants }: ThreadWithMessages) {
  const lastInbound = messages.findLast((message) => message.direction === 'inbound');
  const [lastOutbound] = messages.filter(({ direction }) => direction === 'outbound').slice(-1);
  return {
    from: lastOutbound ? lastOutbound.from : (lastInbound?.to[0] ?? ''),
    to: lastInbound ? recipientsOf(lastInbound).join(', ') : (participants[0] ?? ''),
    isUnknown: lastInbound?.known_participant === false,
  };
}

const recipientsOf = ({ from, reply_to: replyTo }: InboundMessage): string[] =>
  replyTo.length > 0 ? replyTo : [addressOf(from)];

async function buildReply({ messages, subject }: ThreadWithMessages, formValues: FormValues) {
  const repliedMessage = messages.findLast(({ direction }) => direction === 'inbound') ?? messages.at(-1);
  const files = formValues.files('files').map((file) => attachment(file.name, file, file.type || undefined));
  return {
    from: formValues.text('from'),
    to: formValues
      .text('to')
      .split(',')
      .map((address) => address.trim()),
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: formValues.rawText('text'),
    ...(repliedMessage && { reply_to_message_id: repliedMessage.id }),
    ...(files.length > 0 && { attachments: await Promise.all(files) }),
  };
}

function describeOutcome({ status, reason }: SendResponse): string {
  if (status === 'pending_approval') return 'The reply is waiting for approval.';
  if (status === 'rejected') return `Nothing was sent: ${reason ?? 'no recipient can be emailed'}.`;
  return 'The reply was sent.';
}
