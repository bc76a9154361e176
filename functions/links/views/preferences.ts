import type { TopicSubscription } from '../../../shared/domain/audience/topics/preferences';
import type { Workspace } from '../../../shared/db/records/workspaces';
import { html, type Html } from '../../../shared/text/html';
import type { Page } from '../../../shared/http/page';

interface PreferenceView {
  address: string;
  workspace: Workspace;
  choices: readonly TopicSubscription[];
  getsMarketing: boolean;
  /** The text that confirms the saved change. */
  confirmation?: string | undefined;
}

/**
 * The page with the topic choices of an address. The field `shown` lists every topic of the form, because browsers do
 * not send unchecked boxes, and topics that the page did not show must not change.
 */
export const preferencePage = (view: PreferenceView): Page => ({
  title: 'Email preferences',
  main: html`${view.confirmation ? html`<p role="status"><b>${view.confirmation}</b></p>` : ''}
    <p>Emails from <b>${view.workspace.name}</b> to <b>${view.address}</b>.</p>
    ${view.choices.length > 0 ? topicsForm(view) : ''}
    ${view.getsMarketing ? unsubscribeForm : unsubscribedNotice}`,
});

const topicsForm = ({ choices }: PreferenceView): Html =>
  html`<form method="post">
    <fieldset>
      <legend>Receive emails about these topics:</legend>
      ${choices.map(checkbox)}
    </fieldset>
    <p><button>Save</button></p>
  </form>`;

const checkbox = ({ topic: { key, name, description }, subscribed }: TopicSubscription): Html =>
  html`<input type="hidden" name="shown" value="${key}" />
    <label>
      <input type="checkbox" name="topic" value="${key}" ${subscribed ? 'checked' : ''} />
      <span>${name}${description ? html`<small>${description}</small>` : ''}</span>
    </label>`;

const unsubscribeForm = html`<form method="post">
  <input type="hidden" name="unsubscribe" value="all" />
  <button>Unsubscribe from all marketing email</button>
</form>`;

const unsubscribedNotice = html`<p>
  This address receives no marketing email, not even about checked topics.
</p>`;
