/** Generated from openapi.json: `npm run openapi`. */

export interface components {
    schemas: {
        AbTest: {
            /** @description The metric that decides the test: the share of recipients who opened the email, or who clicked a link. */
            metric: components["schemas"]["TestMetric"];
            /** @description The share of the recipients that receive the variants in the test, from 0 to 1. */
            sample_share: number;
            /** @description The number of minutes from the end of the test send to the decision. */
            decide_after_minutes: number;
            /** @description When the winner is decided; null until the sample is sent. */
            decide_at: string | null;
            /** @description The key of the winning variant. */
            winner: string | null;
            decided_by: components["schemas"]["DecidedBy"] | null;
            decided_at: string | null;
            /** @description The current results of each variant. Empty before the campaign is started. */
            results: components["schemas"]["TestResult"][];
        };
        AbTestRequest: {
            /** @description The metric that decides the test: the share of recipients who opened the email, or who clicked a link. */
            metric?: components["schemas"]["TestMetric"];
            /** @description The share of the recipients that receive the variants in the test, from 0 to 1. */
            sample_share?: number;
            /** @description The number of minutes from the end of the test send to the decision. */
            decide_after_minutes?: number;
        };
        AddContactsRequest: components["schemas"]["NewContact"] | components["schemas"]["NewContact"][];
        AddedContacts: components["schemas"]["Contact"] | components["schemas"]["ImportedContacts"];
        Address: string;
        Approval: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The ID of the held email.
             */
            message_id: string;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "expired";
            from: string;
            to: string[];
            cc: string[];
            bcc: string[];
            reply_to: string | null;
            subject: string;
            /** @description The header fields that recipients see, with the names and addresses as mail clients show them. Bcc recipients are not part of them. */
            headers: components["schemas"]["Header"][];
            /** @description The HTML part with its footer. */
            html: string | null;
            /** @description The plain-text part with its footer. Derived from the HTML if the request has no text. */
            text: string | null;
            /** @description Whether the plain-text part was derived from the HTML. */
            text_derived: boolean;
            /** @description Whether `html` or `text` was cut. Read the whole draft before you decide. */
            truncated: boolean;
            /** @description Whether the words that a person sees in the HTML differ from the words of the plain-text part, or depend on the mail client. In the list, also true if the draft was cut. If true, read both parts of the whole draft before you decide. */
            preview_differs: boolean;
            /** @description The attached files, in the order of the request, for `GET /v1/approvals/{id}/attachments/{index}`. */
            attachments: components["schemas"]["AttachedFile"][];
            /** @description A hash of all content that would be sent. Send it with the decision. Null if the content was deleted after the decision. */
            content_sha256: string | null;
            /** @description The class of email, which determines the sending reputation. Each risk class uses separate domains. */
            risk_class: components["schemas"]["RiskClass"];
            topic: string | null;
            thread_id: string | null;
            reply_to_message_id: string | null;
            /** @description When the email is due; null for an immediate send. */
            scheduled_at: string | null;
            /** @description The ID of the API key that created the draft. */
            api_key_id: string | null;
            /** @description Why the last attempt to release the draft failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The deadline for a decision. An undecided draft is canceled at this time.
             */
            expires_at: string;
            /** @description The decision; null if the draft is pending or expired. */
            decision: components["schemas"]["DecisionKind"] | null;
            decided_by: string | null;
            /** @description When the draft was decided or expired; null if it is pending. */
            decided_at: string | null;
        };
        /** @description Another request is releasing this draft. Wait a minute, then repeat the request. */
        ApprovalInProgressError: {
            /** @constant */
            type: "approval_in_progress";
            message: string;
        };
        ApprovalList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Approval"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        AttachedFile: {
            filename: string;
            content_type: string;
            /** @description The size in bytes. */
            size: number;
            /** @description The SHA-256 of the file, in hexadecimal. */
            sha256: string;
        };
        Attachment: {
            /** @description The name of the file, without line breaks. */
            filename: string;
            /** @description The file in base64, at most 10 MB once decoded. */
            content: string;
            /** @description `type/subtype`, with optional parameters. Default: `application/octet-stream`. */
            content_type?: string;
            /** @description Makes the file an inline file. The HTML refers to the file as `cid:` followed by this ID. */
            content_id?: string;
        };
        Attributes: {
            [key: string]: string | number | boolean;
        };
        Audience: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The number of contacts in the audience. */
            contact_count: number;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
        };
        AudienceList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Audience"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        Automation: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The value of the tag `automation` on every email that the automation sends. */
            slug: string;
            /** @description The automation enrolls and sends only while it is `active`. */
            status: components["schemas"]["AutomationStatus"];
            trigger: components["schemas"]["Trigger"];
            /** @description The ID of the marketing domain of `from`. */
            identity_id: string;
            from: string;
            /** @description The address for replies. A reply can end an enrollment only if this service receives the reply. */
            reply_to: string | null;
            steps: components["schemas"]["Step"][];
            /** @description Whether a reply from the recipient ends the enrollment. Automatic replies do not end an enrollment. */
            exit_on_reply: boolean;
            /** @description The topic of every step. An enrollment ends when the recipient opts out of the topic. */
            topic_key: string | null;
            /** @description A contact with any of these tags is not enrolled, and an active enrollment of the contact ends. Tags are stored in lowercase, with hyphens for white space. */
            exit_tags: string[];
            /** @description A contact that lacks any of these tags is not enrolled, and an active enrollment of the contact ends. */
            required_tags: string[];
            /** @description Whether an address can be enrolled again. With `never`, each address is enrolled at most once, regardless of the trigger. */
            reenrollment: components["schemas"]["Reenrollment"];
            /** @description Values for placeholders. The variables of an enrollment and the fields of the contact take precedence. */
            default_variables: {
                [key: string]: string;
            };
            /** @description Whether the `email`, `first_name`, `last_name` and attributes of the contact fill placeholders for which the enrollment has no variable. A value counts as missing if it has more than 120 characters, a line break or a URL. The default is `false`. */
            contact_fields: boolean;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description When the record was last changed; null if it was never changed. */
            updated_at: string | null;
            /** @description The number of enrollments by status. */
            enrollments: {
                active: number;
                completed: number;
                canceled: number;
                failed: number;
            };
        };
        AutomationList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Automation"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        AutomationStatus: "draft" | "active" | "paused";
        AutomationStatusRequest: {
            status: components["schemas"]["AutomationStatus"];
        };
        BatchRequest: components["schemas"]["SendRequest"][];
        BatchResponse: {
            /** @description One row per entry, in the order of the request. */
            data: (components["schemas"]["SentEntry"] | components["schemas"]["FailedEntry"])[];
            /** @description The number of failed entries. */
            failed: number;
        };
        /** @description The subscription is unpaid, and the workspace cannot send. Ask the workspace owner to pay. */
        BillingPastDueError: {
            /** @constant */
            type: "billing_past_due";
            message: string;
        };
        Broadcast: {
            /** Format: uuid */
            id: string;
            name: string;
            status: components["schemas"]["CampaignStatus"];
            /** @description The ID of the audience. Unsubscribed contacts are not mailed. */
            audience_id: string;
            /** @description The ID of the marketing domain to send from. */
            identity_id: string;
            /** @description The ID of a segment of the same audience. Limits the campaign to the contacts in the segment. */
            segment_id: string | null;
            /** @description Limits the campaign to contacts with, or without, recent engagement. */
            segment: components["schemas"]["Windows"] | null;
            /** @description The key of a topic. Limits the campaign to subscribers of the topic. The footer names the topic. */
            topic_key: string | null;
            /** @description May contain placeholders. Values are inserted unescaped. */
            subject: string;
            /** @description The display name of the sender. The sender address is `news@` followed by the domain. */
            from_name: string | null;
            scheduled_at: string | null;
            /** @description The variants of the A/B test; null without a test. */
            variants: components["schemas"]["Variant"][] | null;
            ab_test: components["schemas"]["AbTest"] | null;
            /** @description The number of recipients in each state. Set while the campaign is sending, paused or testing. */
            progress: components["schemas"]["Progress"] | null;
            /** @description Why the campaign is paused: `warmup`, `quota`, `throttled`, `interrupted`, `no_postal_address`, `workspace_suspended` or `daily_limit`. */
            pause_reason: components["schemas"]["PauseReason"] | null;
            /** @description When the warm-up allowance renews. Set only while `pause_reason` is `warmup`. */
            resume_after: string | null;
            /** @description Why the campaign ended as `failed`. */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description When the record was last changed; null if it was never changed. */
            updated_at: string | null;
            started_at: string | null;
            finished_at: string | null;
            /** @description May contain placeholders such as `{{first_name}}` and `{{plan}}`. Values are HTML-escaped. */
            html: string;
        };
        BroadcastDecision: {
            /** @description The key of the winning variant. */
            winner: string;
            /** @description `auto` for the service, `manual` for a request. */
            decided_by: components["schemas"]["DecidedBy"];
            /** Format: date-time */
            decided_at: string;
            /** @description The results of each variant in the sample, at `decided_at`. */
            results: components["schemas"]["TestResult"][];
            /** @description The current results of the winner among the recipients that waited for the decision, without the sample. */
            rollout: components["schemas"]["TestResult"];
        };
        BroadcastList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["BroadcastRow"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        BroadcastPreview: {
            /** Format: uuid */
            id: string;
            /** @description The current number of recipients. */
            recipient_count: number;
            /** @description The addresses of some recipients. */
            sample: string[];
            /** @description Whether the reputation of the workspace and the size of the test sample allow the campaign. */
            can_send: boolean;
            /** @description Why the campaign cannot be sent. */
            reason: string | null;
            ab_test: {
                sample_size: number;
                per_variant: number;
                minimum_per_variant: number;
            } | null;
            /** @description Braces that are mailed because they are no placeholders. Only content from an earlier version of the service has warnings. */
            warnings?: components["schemas"]["ContentWarning"][];
        };
        BroadcastRecipient: {
            /**
             * Format: uuid
             * @description The ID of the message, for `GET /v1/emails/{id}`.
             */
            id: string;
            email: string;
            status: components["schemas"]["EmailStatus"];
            variant: string | null;
            sent_at: string | null;
            opened_at: string | null;
            clicked_at: string | null;
        };
        BroadcastRecipientList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["BroadcastRecipient"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        BroadcastRow: {
            /** Format: uuid */
            id: string;
            name: string;
            status: components["schemas"]["CampaignStatus"];
            /** @description The ID of the audience. Unsubscribed contacts are not mailed. */
            audience_id: string;
            /** @description The ID of the marketing domain to send from. */
            identity_id: string;
            /** @description The ID of a segment of the same audience. Limits the campaign to the contacts in the segment. */
            segment_id: string | null;
            /** @description Limits the campaign to contacts with, or without, recent engagement. */
            segment: components["schemas"]["Windows"] | null;
            /** @description The key of a topic. Limits the campaign to subscribers of the topic. The footer names the topic. */
            topic_key: string | null;
            /** @description May contain placeholders. Values are inserted unescaped. */
            subject: string;
            /** @description The display name of the sender. The sender address is `news@` followed by the domain. */
            from_name: string | null;
            scheduled_at: string | null;
            /** @description The variants of the A/B test; null without a test. */
            variants: components["schemas"]["Variant"][] | null;
            ab_test: components["schemas"]["AbTest"] | null;
            /** @description The number of recipients in each state. Set while the campaign is sending, paused or testing. */
            progress: components["schemas"]["Progress"] | null;
            /** @description Why the campaign is paused: `warmup`, `quota`, `throttled`, `interrupted`, `no_postal_address`, `workspace_suspended` or `daily_limit`. */
            pause_reason: components["schemas"]["PauseReason"] | null;
            /** @description When the warm-up allowance renews. Set only while `pause_reason` is `warmup`. */
            resume_after: string | null;
            /** @description Why the campaign ended as `failed`. */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description When the record was last changed; null if it was never changed. */
            updated_at: string | null;
            started_at: string | null;
            finished_at: string | null;
        };
        /** @description The workspace has used up its monthly budget for marketing emails or for all emails. Ask the workspace owner to raise the budget, or wait for the next month. */
        BudgetExceededError: {
            /** @constant */
            type: "budget_exceeded";
            message: string;
        };
        /** @enum {string} */
        CampaignStatus: "draft" | "scheduled" | "sending" | "paused" | "testing" | "sent" | "failed";
        CanceledEmail: {
            /** Format: uuid */
            id: string;
            /** @constant */
            status: "canceled";
        };
        ClickedLink: {
            url: string;
            clicks: number;
            /** @description The number of recipients who clicked the link. */
            unique_clicks: number;
        };
        ClickedLinkList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ClickedLink"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        /** @description Another resource already uses this identifier. Choose another identifier. */
        ConflictError: {
            /** @constant */
            type: "conflict";
            message: string;
        };
        Contact: {
            /** Format: uuid */
            id: string;
            /** @description The address, trimmed and in lowercase. */
            email: string;
            first_name: string | null;
            last_name: string | null;
            audience_ids: string[];
            tags: string[];
            /** @description Your data about the contact: values by the keys of contact properties. */
            attributes: components["schemas"]["Attributes"];
            /** @description Whether the contact is unsubscribed from all marketing mail. */
            unsubscribed: boolean;
            unsubscribed_at: string | null;
            /** @description When the contact last opened an email. Opens by detected scanners are not counted. */
            last_opened_at: string | null;
            /** @description When the contact last clicked a link in an email. Clicks by detected scanners are not counted. */
            last_clicked_at: string | null;
            /** @description When SES last accepted an email to the contact. */
            last_sent_at: string | null;
            /** @description When the contact was last active outside this service, as you reported it. */
            last_active_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
        };
        ContactChangesRequest: {
            /** @description An empty string or null clears the name. */
            first_name?: string | null;
            /** @description An empty string or null clears the name. */
            last_name?: string | null;
            /** @description Merged with the stored attributes by key. Other keys do not change. */
            attributes?: {
                [key: string]: string | number | boolean;
            };
            unsubscribed?: boolean;
            /** @description A time earlier than the stored time is ignored. Null clears the stored time. */
            last_active_at?: string | null;
        };
        ContactList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Contact"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        ContactProperty: {
            key: string;
            name: string;
            /** @description The type as which values are parsed. A value that cannot be parsed is stored as given. */
            type: components["schemas"]["PropertyType"];
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description When the record was last changed; null if it was never changed. */
            updated_at: string | null;
        };
        ContactPropertyList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ContactProperty"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        ContentWarning: {
            /** @description The path of the text. */
            path: string[];
            /** @description The braces, with their line and column. */
            message: string;
        };
        CountRulesRequest: {
            /** @description The ID of the audience to filter. */
            audience_id: string;
            /** @description Matches contacts that opened an email within this number of days. */
            opened_within_days?: number | null;
            /** @description Matches contacts that clicked a link within this number of days. */
            clicked_within_days?: number | null;
            /** @description Matches contacts that opened an email, clicked a link or were added within this number of days, and contacts that were never mailed. */
            exclude_unengaged_days?: number | null;
            /** @description Matches contacts that opened an email, clicked a link or were active outside this service within this number of days. */
            engaged_within_days?: number | null;
            /** @description Matches contacts for which all of these filters match. */
            properties?: components["schemas"]["PropertyFilterRequest"][];
            /** @description Matches contacts with all of these tags. */
            tags?: string[];
            /** @description Excludes contacts with any of these tags. */
            exclude_tags?: string[];
            /** @description Matches contacts that are subscribed to this topic, by choice or by the default of the topic. */
            topic_key?: string | null;
        };
        CreateAudienceRequest: {
            /** @description The name. Required, with 1 to 120 characters. */
            name?: unknown;
        };
        CreateAutomationRequest: {
            name: string;
            /** @description May contain a-z, 0-9 and hyphens. Cannot be changed. */
            slug: string;
            /** @description The ID of the verified marketing domain of `from`. */
            identity_id: string;
            from: string;
            /** @description The address for replies. A reply can end an enrollment only if this service receives the reply. */
            reply_to?: string | null;
            trigger: components["schemas"]["TriggerRequest"];
            steps: components["schemas"]["StepRequest"][];
            /** @description The topic of every step. An enrollment ends when the recipient opts out of the topic. */
            topic_key?: string | null;
            /** @description Whether a reply from the recipient ends the enrollment. Automatic replies do not end an enrollment. */
            exit_on_reply?: boolean;
            /** @description A contact with any of these tags is not enrolled, and an active enrollment of the contact ends. Tags are stored in lowercase, with hyphens for white space. */
            exit_tags?: string[];
            /** @description A contact that lacks any of these tags is not enrolled, and an active enrollment of the contact ends. */
            required_tags?: string[];
            /** @description Whether an address can be enrolled again. With `never`, each address is enrolled at most once, regardless of the trigger. */
            reenrollment?: components["schemas"]["Reenrollment"];
            /** @description Values for placeholders. The variables of an enrollment and the fields of the contact take precedence. */
            default_variables?: {
                [key: string]: string;
            };
            /** @description Whether the `email`, `first_name`, `last_name` and attributes of the contact fill placeholders for which the enrollment has no variable. A value counts as missing if it has more than 120 characters, a line break or a URL. The default is `false`. */
            contact_fields?: boolean;
        };
        CreateBroadcastRequest: {
            /** @description The ID of the audience. Unsubscribed contacts are not mailed. */
            audience_id: string;
            /** @description The ID of the marketing domain to send from. */
            identity_id: string;
            name: string;
            /** @description May contain placeholders. Values are inserted unescaped. */
            subject: string;
            /** @description May contain placeholders such as `{{first_name}}` and `{{plan}}`. Values are HTML-escaped. */
            html: string;
            /** @description The display name of the sender. The sender address is `news@` followed by the domain. */
            from_name?: string | null;
            /** @description The key of a topic. Limits the campaign to subscribers of the topic. The footer names the topic. */
            topic_key?: string | null;
            /** @description The ID of a segment of the same audience. Limits the campaign to the contacts in the segment. */
            segment_id?: string | null;
            /** @description Limits the campaign to contacts with, or without, recent engagement. */
            segment?: components["schemas"]["WindowsRequest"] | null;
            /** @description Two to ten variants for an A/B test. */
            variants?: components["schemas"]["VariantRequest"][] | null;
            ab_test?: components["schemas"]["AbTestRequest"] | null;
        };
        CreateContactRequest: {
            /** @description The ID of the audience that the contact joins. */
            audience_id: string;
            email: components["schemas"]["Address"];
            first_name?: string;
            last_name?: string;
            /** @description Added to the existing tags. Stored in lowercase, with hyphens for white space. */
            tags?: string[];
            /** @description Merged with the stored attributes by key. For a new key, a contact property is created. */
            attributes?: {
                [key: string]: string | number | boolean;
            };
            /** @description The status of the contact in another service. Any status other than `subscribed` suppresses the address. */
            status?: components["schemas"]["ImportStatus"];
            /** @description `true` sets the status `unsubscribed`, unless `status` is given. */
            unsubscribed?: boolean;
            /**
             * Format: date-time
             * @description When the contact was last active outside this service. A time earlier than the stored time is ignored.
             */
            last_active_at?: string;
        };
        CreateDraftRequest: {
            from?: string;
            to?: string | string[];
            cc?: string[];
            bcc?: string[];
            reply_to?: string;
            subject?: string;
            html?: string;
            text?: string;
            template?: string;
            variables?: components["schemas"]["Variables"];
            /** @description The class of email, which determines the sending reputation. Each risk class uses separate domains. */
            risk_class?: components["schemas"]["RiskClass"];
            scheduled_at?: string;
            sequence_key?: string;
            tags?: components["schemas"]["EmailTag"][];
            attachments?: components["schemas"]["Attachment"][];
            reply_to_message_id?: string;
            thread_id?: string;
            topic?: string;
        };
        CreateSegmentRequest: {
            /** @description The ID of the audience to filter. */
            audience_id: string;
            /** @description May contain a-z, 0-9 and hyphens. Cannot be changed. */
            key: string;
            name: string;
            /** @description Matches contacts that opened an email within this number of days. */
            opened_within_days?: number | null;
            /** @description Matches contacts that clicked a link within this number of days. */
            clicked_within_days?: number | null;
            /** @description Matches contacts that opened an email, clicked a link or were added within this number of days, and contacts that were never mailed. */
            exclude_unengaged_days?: number | null;
            /** @description Matches contacts that opened an email, clicked a link or were active outside this service within this number of days. */
            engaged_within_days?: number | null;
            /** @description Matches contacts for which all of these filters match. */
            properties?: components["schemas"]["PropertyFilterRequest"][];
            /** @description Matches contacts with all of these tags. */
            tags?: string[];
            /** @description Excludes contacts with any of these tags. */
            exclude_tags?: string[];
            /** @description Matches contacts that are subscribed to this topic, by choice or by the default of the topic. */
            topic_key?: string | null;
        };
        CreatedInbox: {
            /** Format: uuid */
            id: string;
            /** @description The address. Mail to `username+tag@domain` also arrives here. */
            address: string;
            /** @description The sender name of emails that a limited key sends without a name. */
            display_name: string | null;
            /** @description The name that the client gave the inbox. */
            client_id: string | null;
            /** @description Up to 20 pairs of texts, with names of up to 40 and values of up to 500 characters. */
            metadata: {
                [key: string]: string;
            };
            /** @description The inbound policy of the inbox; null until it has one. */
            policy: null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description The limited key that the request asked for; null if an earlier request created the inbox. */
            key?: {
                /** Format: uuid */
                id: string;
                name: string;
                last4: string;
                scopes: components["schemas"]["Scope"][];
                daily_send_limit: number | null;
                allowed_recipients: string[];
                requires_approval: boolean;
                templates_unguarded?: boolean;
                inbox_id?: string | null;
                /** Format: date-time */
                created_at: string;
                last_used_at: string | null;
                revoked_at: string | null;
                key: string;
            } | null;
        };
        Credential: {
            /**
             * @description An API key of this service, an access token of the OAuth issuer, or the dashboard session of a user.
             * @enum {string}
             */
            kind: "api_key" | "access_token" | "session";
            /** @description The ID of the key or the user, or the subject of the token. */
            id: string;
            /** Format: uuid */
            workspace_id: string;
            workspace_name: string;
            /** @description The scopes of the credential. */
            scopes: components["schemas"]["Scope"][];
            /** @description The number of recipients that the credential may mail per UTC day; null without a limit. */
            daily_send_limit: number | null;
            /** @description The addresses and domains that the credential may mail; empty if all recipients are allowed. */
            allowed_recipients: string[];
            /** @description Whether emails are held for approval. */
            requires_approval: boolean;
            /**
             * Format: uuid
             * @description The only inbox that the key may use. Only limited keys have the field.
             */
            inbox_id?: string;
        };
        /** @description This send would exceed the daily recipient limit of the key. Stop, and do not retry before the time in `Retry-After` has passed. */
        DailyLimitError: {
            /** @constant */
            type: "daily_limit";
            message: string;
        };
        DecideBroadcastRequest: {
            /** @description The key of the winner. If omitted, the metric decides. */
            variant?: string | null;
        };
        /** @enum {string} */
        DecidedBy: "auto" | "manual";
        Decision: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The ID of the email that was held.
             */
            message_id: string;
            decision: components["schemas"]["DecisionKind"];
            /**
             * @description The status of the email after the decision.
             * @enum {string}
             */
            status: "sent" | "scheduled" | "rejected" | "canceled";
            /** @description When the email is due; null if the email is not scheduled. */
            scheduled_at: string | null;
            /** @description Whether the email was skipped because no recipient in `to` may be mailed now. */
            skipped: boolean;
            /** @description The reason for skipping the email. */
            reason: string | null;
            decided_by: string | null;
        };
        /** @enum {string} */
        DecisionKind: "approve" | "reject";
        DecisionRequest: {
            decision: components["schemas"]["DecisionKind"];
            /** @description The name or address of the approver, stored with the decision. */
            decided_by?: string | null;
            /** @description The reason, stored with the decision. */
            reason?: string | null;
            /** @description The hash of the draft that you saw. If the draft has another hash now, nothing is decided and the response is 409 `conflict`. */
            content_sha256?: string | null;
        };
        DeletedAudience: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedAutomation: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
            /** @description The number of active enrollments that the deletion canceled. */
            enrollments_canceled: number;
        };
        DeletedBroadcast: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedContact: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedContactProperty: {
            key: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedDomain: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedDraft: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedFeed: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedInbox: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
            /** @description The number of API keys that this request revoked. */
            keys_revoked: number;
        };
        DeletedSegment: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedTemplate: {
            slug: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedTopic: {
            key: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DeletedWebhookEndpoint: {
            /** Format: uuid */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        DnsRecord: {
            /** @enum {string} */
            kind: "dkim" | "spf" | "dmarc" | "mail_from_mx" | "mail_from_spf" | "inbound_mx" | "click_tracking" | "ownership";
            /** @enum {string} */
            type: "CNAME" | "TXT" | "MX";
            name: string;
            value: string;
            /** @description The priority of an MX record. */
            priority: number | null;
            /** @description Whether sending works without the record. */
            optional: boolean;
            /**
             * @description `unchecked` until DNS is checked.
             * @enum {string}
             */
            status: "unchecked" | "ok" | "missing" | "mismatch";
            /** @description The values that DNS returned at the last check. */
            found: string[];
        };
        Domain: {
            /** Format: uuid */
            id: string;
            /** @description The part of the sender address after the `@`. */
            domain: string;
            /** @description The class of email, which determines the sending reputation. Each risk class uses separate domains. */
            risk_class: components["schemas"]["RiskClass"];
            /**
             * @description The DKIM status that SES reports. Only a `verified` domain can send.
             * @enum {string}
             */
            status: "pending" | "verified" | "temporary_failure" | "failed";
            /** @description The DNS records to publish, with the values that DNS returned at the last check. */
            dns_records: components["schemas"]["DnsRecord"][];
            /** @description The hostname of tracked links. Opens and clicks are recorded only while the status of the hostname is `active`, which requires a valid certificate. `problem` says what is missing. */
            click_tracking: {
                hostname: string;
                status: components["schemas"]["PartStatus"];
                problem: string | null;
            };
            /** @description The domain of the Return-Path. Sending does not require this domain. */
            mail_from: {
                domain: string;
                status: components["schemas"]["PartStatus"];
            };
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            verified_at: string | null;
            /** @description When DNS was last checked. */
            last_checked_at: string | null;
        };
        DomainList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Domain"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        Draft: {
            /** Format: uuid */
            id: string;
            /**
             * @description Always `draft`, because a draft that was sent has become an email.
             * @constant
             */
            status: "draft";
            /** @description The fields of the send request, as given. Fields that were not given are absent. */
            request: components["schemas"]["DraftFields"];
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description When the record was last changed; null if it was never changed. */
            updated_at: string | null;
        };
        DraftFields: {
            from?: string;
            to?: string | string[];
            cc?: string[];
            bcc?: string[];
            reply_to?: string;
            subject?: string;
            html?: string;
            text?: string;
            template?: string;
            variables?: {
                [key: string]: string | null;
            };
            /** @description The class of email, which determines the sending reputation. Each risk class uses separate domains. */
            risk_class?: components["schemas"]["RiskClass"];
            scheduled_at?: string;
            sequence_key?: string;
            tags?: {
                name: string;
                value: string;
            }[];
            attachments?: {
                filename: string;
                content: string;
                content_type?: string;
                content_id?: string;
            }[];
            reply_to_message_id?: string;
            thread_id?: string;
            topic?: string;
        };
        DraftList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Draft"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        DuplicateTemplateRequest: {
            slug: string;
            name?: string;
        };
        Email: {
            /** Format: uuid */
            id: string;
            /** @description The sender as given, including the display name. */
            from: string;
            /** @description The recipients that were mailed, without display names. If no recipient could be mailed, all requested recipients. */
            to: string[];
            /** @description The subject as sent, with template placeholders filled in. */
            subject: string;
            /** @description The status of the email. `bounced` includes temporary bounces. The events contain the type of a bounce. */
            status: components["schemas"]["EmailStatus"];
            /** @description The class of email, which determines the sending reputation. Each risk class uses separate domains. */
            risk_class: components["schemas"]["RiskClass"];
            /** @description The ID that SES assigned; null until SES accepts the email. */
            provider_message_id: string | null;
            /** @description When the email is due; null for an immediate send. */
            scheduled_at: string | null;
            /** @description When SES accepted the email. */
            sent_at: string | null;
            /** @description When a recipient first opened the email. Opens by detected scanners are not counted. Set only if tracking was active. */
            opened_at: string | null;
            /** @description When a recipient first clicked a link in the email. Clicks by detected scanners are not counted. Set only if tracking was active. */
            clicked_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
        };
        EmailContent: {
            /** Format: uuid */
            id: string;
            /** @description The ID of the conversation of the email; null for emails without a conversation, such as marketing emails. */
            thread_id: string | null;
            /** @description The text of the email. If only HTML was given, the text derived from the HTML. */
            text: string | null;
            /** @description The HTML of the email, without the footer and the links that the service adds to a marketing email when it sends the email. */
            html: string | null;
        };
        EmailEvent: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            message_id: string;
            provider_message_id: string | null;
            type: components["schemas"]["EmailEventType"];
            /** @description The address that the event is about. If SES reports no address for this type of event, the first address in `to`. */
            recipient: string;
            /** @description For a bounce, `Permanent`, `Transient` or `Undetermined`. For a complaint or a delay, the type that SES reports. */
            sub_type: string | null;
            /** @description For a bounce or a delay, the response of the receiving server. For a click, the link. For a rejection, the reason. */
            detail: string | null;
            /** @description The ID of the campaign that the email belongs to. */
            broadcast_id: string | null;
            /** @description The variant of the campaign. */
            variant: string | null;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
        };
        /** @enum {string} */
        EmailEventType: "send" | "delivery" | "bounce" | "complaint" | "reject" | "open" | "click" | "rendering_failure" | "delivery_delay";
        EmailList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Email"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        EmailMetrics: {
            /** @description The number of days in the response, which can differ from the requested number because of the limits of the parameter. */
            days: number;
            /**
             * Format: date
             * @description The first day, in UTC.
             */
            from: string;
            /**
             * Format: date
             * @description Today, in UTC.
             */
            to: string;
            totals: {
                sent: number;
                delivered: number;
                bounced: number;
                complained: number;
                opened: number;
                clicked: number;
                bounce_rate: number;
                complaint_rate: number;
                open_rate: number;
                click_rate: number;
            };
            /** @description One row for every day, oldest first. */
            daily: {
                /** Format: date */
                date: string;
                sent: number;
                delivered: number;
                bounced: number;
                complained: number;
                opened: number;
                clicked: number;
            }[];
        };
        /** @enum {string} */
        EmailStatus: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "complained" | "rejected" | "canceled" | "failed";
        EmailTag: {
            name: string;
            value: string;
        };
        EmailWithEvents: {
            /** Format: uuid */
            id: string;
            /** @description The sender as given, including the display name. */
            from: string;
            /** @description The recipients that were mailed, without display names. If no recipient could be mailed, all requested recipients. */
            to: string[];
            /** @description The subject as sent, with template placeholders filled in. */
            subject: string;
            /** @description The status of the email. `bounced` includes temporary bounces. The events contain the type of a bounce. */
            status: components["schemas"]["EmailStatus"];
            /** @description The class of email, which determines the sending reputation. Each risk class uses separate domains. */
            risk_class: components["schemas"]["RiskClass"];
            /** @description The ID that SES assigned; null until SES accepts the email. */
            provider_message_id: string | null;
            /** @description When the email is due; null for an immediate send. */
            scheduled_at: string | null;
            /** @description When SES accepted the email. */
            sent_at: string | null;
            /** @description When a recipient first opened the email. Opens by detected scanners are not counted. Set only if tracking was active. */
            opened_at: string | null;
            /** @description When a recipient first clicked a link in the email. Clicks by detected scanners are not counted. Set only if tracking was active. */
            clicked_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description The events of the email, oldest first. */
            events: components["schemas"]["EmailEvent"][];
        };
        EnabledInbound: {
            /**
             * Format: date-time
             * @description When the list was started.
             */
            enabled_at: string;
        };
        EnrollRequest: {
            /** @description The address to enroll. Letter case is ignored, and the address need not belong to a contact. */
            email: components["schemas"]["Address"];
            /** @description Values for placeholders in this enrollment. */
            variables?: components["schemas"]["Variables"];
        };
        Enrolled: {
            enrolled: boolean;
            /** @description Why the address was not enrolled: `already_enrolled`, `previously_enrolled`, `suppressed`, `unsubscribed_from_topic`, `exit_tag` or `required_tag_missing`. */
            reason: string | null;
            enrollment: components["schemas"]["Enrollment"] | null;
        };
        Enrollment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            automation_id: string;
            email: string;
            /** @description The index of the next step, from 0. */
            current_step: number;
            status: components["schemas"]["EnrollmentStatus"];
            /**
             * Format: date-time
             * @description When the next step is due or retried. The field keeps its value after the enrollment ends.
             */
            next_due_at: string;
            /** @description The values given at enrollment. */
            variables: {
                [key: string]: string;
            };
            /** Format: date-time */
            enrolled_at: string;
            /** @description When the last step was sent. */
            completed_at: string | null;
            canceled_at: string | null;
            /** @description Why the enrollment was canceled: `unsubscribed`, `unsubscribed_from_topic`, `replied`, `suppressed`, `exit_tag` or `required_tag_missing`. */
            cancel_reason: string | null;
            /** @description Why the enrollment failed, or why the last attempt to send the step failed. */
            last_error: string | null;
            /** @description The number of attempts at the current step. */
            attempts: number;
        };
        EnrollmentList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Enrollment"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        EnrollmentStatus: "active" | "completed" | "canceled" | "failed";
        Error: {
            /** @description The error type. It is stable and has the same meaning on every endpoint, so branch on `type`. */
            type: components["schemas"]["ErrorType"];
            /** @description A description of the error for developers. The wording may change. */
            message: string;
            /** @description The invalid fields, each with its problem. */
            details?: components["schemas"]["ErrorDetail"][];
            /** @description The placeholders without a value. */
            missing?: string[];
        };
        ErrorDetail: {
            /** @description The path to the field in the body: field names and indexes, outermost first. */
            path: (string | number)[];
            message: string;
        };
        /** @enum {string} */
        ErrorType: "invalid_json" | "invalid_request" | "unauthorized" | "plan_limit_reached" | "payment_method_required" | "billing_past_due" | "budget_exceeded" | "forbidden" | "recipient_not_allowed" | "not_found" | "conflict" | "invalid_state" | "idempotency_in_progress" | "approval_in_progress" | "gone" | "payload_too_large" | "idempotency_key_reused" | "missing_variables" | "unknown_topic" | "invalid_schedule" | "no_verified_identity" | "no_postal_address" | "warmup_limit" | "workspace_suspended" | "rate_limited" | "daily_limit" | "internal_error" | "provider_error" | "service_unavailable";
        Extracted: {
            /** @description At most 10 codes. Each code counts once. */
            codes: components["schemas"]["ExtractedCode"][];
            /** @description At most 50 links to web pages, in order. Each target counts once. */
            links: components["schemas"]["ExtractedLink"][];
        };
        ExtractedCode: {
            /** @description The code as a person enters it. Grouped digits are joined: `123456` for `123 456`. */
            value: string;
            /**
             * @description `otp` is a one-time code, `reference` the number of an order, a booking or a ticket, `coupon` a code that lowers a price.
             * @enum {string}
             */
            kind: "otp" | "reference" | "coupon";
            /** @description From 0 to 1. */
            confidence: number;
        };
        ExtractedLink: {
            /** @description The target. */
            url: string;
            /** @description What the sender shows in place of the target: words, the description of an image, or in plain text the URL. */
            text: string;
            /** @description The host of the target, in ASCII. */
            host: string;
            /**
             * @description What the link does, according to its words and its path.
             * @enum {string}
             */
            kind: "verify" | "sign_in" | "reset" | "invite" | "unsubscribe" | "other";
            /** @description The first of these that applies: `credentials` if the URL has a user name or password, `ip_host` if the host is an IP address, `punycode` if the host has letters outside ASCII, `text_mismatch` if the text shows a domain other than that of the target. Null if none applies. */
            suspicious: ("credentials" | "ip_host" | "punycode" | "text_mismatch") | null;
        };
        FailedEntry: {
            /**
             * @description The entry failed, and nothing was sent.
             * @constant
             */
            ok: false;
            error: components["schemas"]["Error"];
        };
        Feed: {
            /** Format: uuid */
            id: string;
            /** @description The types of events in the feed. */
            events: components["schemas"]["WebhookEventType"][];
            /** @description The inbox whose events the feed contains; null for all events of the workspace. */
            inbox_id: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
        };
        FeedEvent: {
            /** @description The `after` that continues after this event. */
            cursor: string;
            /** @description The payload of the webhook. */
            event: components["schemas"]["FeedInboundEvent"] | components["schemas"]["SentMailEvent"];
        };
        FeedEventList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["FeedEvent"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `after` of the next page, which may be empty. */
            next_cursor: string;
        };
        FeedInboundEvent: {
            /** @constant */
            type: "inbound";
            /**
             * Format: uuid
             * @description The ID of the message. To reply, pass the ID as `reply_to_message_id`.
             */
            id: string;
            /** Format: uuid */
            thread_id: string;
            /** @description The address that the message claims to come from, in lowercase and without a display name. */
            from: string;
            to: string[];
            subject: string;
            /** @description The text that the sender wrote, without quotes. Null if it does not fit into a response. */
            text: string | null;
            /**
             * Format: date-time
             * @description The time in the Date header. Without a Date header, the time of arrival.
             */
            received_at: string;
            /** @description The result of the spam check, such as `PASS` or `FAIL`; null if there was no check. */
            spam_verdict: string | null;
            /** @description The result of the SPF check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            spf_verdict: string | null;
            /** @description The result of the DKIM check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dkim_verdict: string | null;
            /** @description The result of the DMARC check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dmarc_verdict: string | null;
            /** @description Whether the message is proven to come from the domain of `from`. Check this field before you trust the sender. */
            sender_authenticated: boolean;
            /** @description Whether a program wrote the message, such as an out-of-office reply or a bounce. */
            automated: boolean | null;
        };
        FeedList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Feed"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        /** @description The credential does not have permission for this request. The message names the missing scope or gives the reason. */
        ForbiddenError: {
            /** @constant */
            type: "forbidden";
            message: string;
        };
        /** @description The content was deleted permanently. */
        GoneError: {
            /** @constant */
            type: "gone";
            message: string;
        };
        Header: {
            /** @description The name of the header field. */
            name: string;
            /** @description The decoded value. */
            value: string;
        };
        /** @description The first request with this Idempotency-Key is still running. Repeat the request later with the same key. */
        IdempotencyInProgressError: {
            /** @constant */
            type: "idempotency_in_progress";
            message: string;
        };
        /** @description The Idempotency-Key was used with a different body. Use a new key. */
        IdempotencyKeyReusedError: {
            /** @constant */
            type: "idempotency_key_reused";
            message: string;
        };
        ImportPreferencesRequest: {
            emails: components["schemas"]["Address"][];
            subscribed: boolean;
        };
        /** @enum {string} */
        ImportStatus: "subscribed" | "unsubscribed" | "bounced" | "complained";
        ImportedContacts: {
            /** @description The number of contacts that were new to the workspace. */
            inserted: number;
            /** @description The number of contacts that already existed in the workspace, including contacts that did not change. */
            updated: number;
            /** @description The number of rows that repeat the address of an earlier row. */
            skipped: number;
            /** @description The number of rows with the status `unsubscribed`, including repeated addresses. */
            unsubscribed: number;
            /** @description The number of rows with the status `bounced`, including repeated addresses. */
            bounced: number;
            /** @description The number of rows with the status `complained`, including repeated addresses. */
            complained: number;
            /** @description The number of new suppressions. */
            suppressed: number;
            /** @description The keys for which the import created a contact property of type `string`. */
            properties_created: string[];
            /** @description The number of enrollments that the import started. Without `trigger_automations=true`, the number is 0. */
            automations_started: number;
            /** @description The number of contacts in the audience after the import. */
            contact_count: number;
        };
        ImportedPreferences: {
            key: string;
            subscribed: boolean;
            updated: number;
            duplicates: number;
        };
        InboundEvent: {
            /** @constant */
            type: "inbound";
            /**
             * Format: uuid
             * @description The ID of the message. To reply, pass the ID as `reply_to_message_id`.
             */
            id: string;
            /** Format: uuid */
            thread_id: string;
            /** @description The address that the message claims to come from, in lowercase and without a display name. */
            from: string;
            to: string[];
            subject: string;
            /** @description The text that the sender wrote, without quotes. */
            text: string;
            /**
             * Format: date-time
             * @description The time in the Date header. Without a Date header, the time of arrival.
             */
            received_at: string;
            /** @description The result of the spam check, such as `PASS` or `FAIL`; null if there was no check. */
            spam_verdict: string | null;
            /** @description The result of the SPF check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            spf_verdict: string | null;
            /** @description The result of the DKIM check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dkim_verdict: string | null;
            /** @description The result of the DMARC check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dmarc_verdict: string | null;
            /** @description Whether the message is proven to come from the domain of `from`. Check this field before you trust the sender. */
            sender_authenticated: boolean;
            /** @description Whether a program wrote the message, such as an out-of-office reply or a bounce. */
            automated: boolean | null;
        };
        InboundMessage: {
            /**
             * @description Whether the message was sent or received.
             * @constant
             */
            direction: "inbound";
            /**
             * Format: uuid
             * @description The ID of the message. To reply, pass the ID as `reply_to_message_id`.
             */
            id: string;
            /** @description The address that the message claims to come from, without a display name. */
            from: string;
            to: string[];
            /** @description The addresses in the Cc header, without display names. */
            cc: string[];
            /** @description The addresses in the Reply-To header, without display names. To reply, use them instead of `from`. */
            reply_to: string[];
            subject: string;
            /** @description The plain text. In a received message, quotes and the signature are removed. */
            text: string | null;
            /** @description The complete plain text, with quotes and signature. */
            raw_text: string | null;
            html: string | null;
            /** @description Whether the message is proven to come from the domain of `from`. Check this field before you trust the sender. */
            sender_authenticated: boolean;
            /** @description Whether a program wrote the message, such as an out-of-office reply or a bounce. */
            automated: boolean | null;
            /** @description Whether the HTML contains words that mail clients hide. `text` omits them, and `html` contains them. */
            hidden_text: boolean;
            /** @description Whether the plain text and the HTML say different things, so that the sender may have seen other words than `text`. */
            parts_disagree: boolean;
            /** @description Whether the sender started the conversation, or the workspace sent an email of the conversation to `from`. Check an unknown sender before you reply, because anyone who has the ID of a message can join its conversation. */
            known_participant: boolean;
            /** @description The result of the SPF check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            spf_verdict: string | null;
            /** @description The result of the DKIM check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dkim_verdict: string | null;
            /** @description The result of the DMARC check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dmarc_verdict: string | null;
            /** @description The result of the spam check, such as `PASS` or `FAIL`; null if there was no check. */
            spam_verdict: string | null;
            /** @description The result of the virus check, such as `PASS` or `FAIL`; null if there was no check. */
            virus_verdict: string | null;
            /**
             * Format: date-time
             * @description When the message was sent. For a received message, the time in its Date header.
             */
            at: string;
            /** @description The inbox that the messages belong to, or null. Only workspaces that ever had an inbox have the field. */
            inbox_id?: string | null;
        };
        Inbox: {
            /** Format: uuid */
            id: string;
            /** @description The address. Mail to `username+tag@domain` also arrives here. */
            address: string;
            /** @description The sender name of emails that a limited key sends without a name. */
            display_name: string | null;
            /** @description The name that the client gave the inbox. */
            client_id: string | null;
            /** @description Up to 20 pairs of texts, with names of up to 40 and values of up to 500 characters. */
            metadata: {
                [key: string]: string;
            };
            /** @description The inbound policy of the inbox; null until it has one. */
            policy: null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
        };
        InboxChangesRequest: {
            /** @description The sender name of emails that a limited key sends without a name. */
            display_name?: string | null;
            /** @description Up to 20 pairs of texts, with names of up to 40 and values of up to 500 characters. */
            metadata?: {
                [key: string]: string;
            };
        };
        InboxList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Inbox"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        /** @description The service failed, but the request may have taken effect in part. Check the current state before you retry. */
        InternalError: {
            /** @constant */
            type: "internal_error";
            message: string;
        };
        /** @description The body is not valid JSON. The message describes the problem. */
        InvalidJsonError: {
            /** @constant */
            type: "invalid_json";
            message: string;
        };
        InvalidRequestAnswer: {
            error: components["schemas"]["InvalidRequestError"];
        };
        /** @description The request is invalid. `details` lists the invalid fields. Without `details`, the message describes the problem. */
        InvalidRequestError: {
            /** @constant */
            type: "invalid_request";
            message: string;
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description `scheduled_at` is not a valid time. The message contains examples of valid times. */
        InvalidScheduleError: {
            /** @constant */
            type: "invalid_schedule";
            message: string;
        };
        /** @description The state of the record does not allow this request. The message names the state. */
        InvalidStateError: {
            /** @constant */
            type: "invalid_state";
            message: string;
        };
        LiftBatchRequest: {
            emails: components["schemas"]["Address"][];
            /** @description Default: `all`. */
            scope?: components["schemas"]["SuppressionScope"];
        };
        LiftedBatch: {
            removed: number;
        };
        LiftedSuppression: {
            email: string;
            scope: components["schemas"]["SuppressionScope"];
            removed: boolean;
        };
        ListedMessage: {
            /**
             * @description Always `inbound`, as in the webhook event.
             * @constant
             */
            type: "inbound";
            /**
             * Format: uuid
             * @description The ID of the message. To reply, pass the ID as `reply_to_message_id`.
             */
            id: string;
            /** Format: uuid */
            thread_id: string;
            /** @description The address that the message claims to come from, in lowercase and without a display name. */
            from: string;
            to: string[];
            subject: string;
            /** @description The text that the sender wrote, without quotes. */
            text: string | null;
            /**
             * Format: date-time
             * @description The time in the Date header. Without a Date header, the time of arrival.
             */
            received_at: string;
            /** @description The result of the spam check, such as `PASS` or `FAIL`; null if there was no check. */
            spam_verdict: string | null;
            /** @description The result of the SPF check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            spf_verdict: string | null;
            /** @description The result of the DKIM check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dkim_verdict: string | null;
            /** @description The result of the DMARC check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dmarc_verdict: string | null;
            /** @description Whether the message is proven to come from the domain of `from`. Check this field before you trust the sender. */
            sender_authenticated: boolean;
            /** @description Whether a program wrote the message, such as an out-of-office reply or a bounce. */
            automated: boolean | null;
            /** @description The inbox that received the message. */
            inbox_id: string | null;
            /** @description The addresses in the Cc header, without display names. */
            cc: string[];
            /** @description The addresses in the Reply-To header, without display names. To reply, use them instead of `from`. */
            reply_to: string[];
            /** @description Whether the HTML contains words that mail clients hide. `text` omits them, and `html` contains them. */
            hidden_text: boolean;
            /** @description Whether the plain text and the HTML say different things, so that the sender may have seen other words than `text`. */
            parts_disagree: boolean;
            /** @description Whether the sender started the conversation, or the workspace sent an email of the conversation to `from`. Check an unknown sender before you reply, because anyone who has the ID of a message can join its conversation. */
            known_participant: boolean;
        };
        ListedMessageList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ListedMessage"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `after` of the next page, which may be empty. */
            next_cursor: string;
        };
        MessageHeader: {
            /** @description The name as the sender wrote it. */
            name: string;
            /** @description The value on one line. Encoded words are not decoded. */
            value: string;
        };
        /** @description Placeholders of the template have no value. `missing` lists these placeholders. Add a value for each placeholder to `variables`. */
        MissingVariablesError: {
            /** @constant */
            type: "missing_variables";
            message: string;
            missing: string[];
        };
        NewContact: {
            email: components["schemas"]["Address"];
            first_name?: string;
            last_name?: string;
            /** @description Added to the existing tags. Stored in lowercase, with hyphens for white space. */
            tags?: string[];
            /** @description Merged with the stored attributes by key. For a new key, a contact property is created. */
            attributes?: {
                [key: string]: string | number | boolean;
            };
            /** @description The status of the contact in another service. Any status other than `subscribed` suppresses the address. */
            status?: components["schemas"]["ImportStatus"];
            /** @description `true` sets the status `unsubscribed`, unless `status` is given. */
            unsubscribed?: boolean;
            /**
             * Format: date-time
             * @description When the contact was last active outside this service. A time earlier than the stored time is ignored.
             */
            last_active_at?: string;
        };
        NewDomainRequest: {
            /** @description If `risk_class` is omitted, the root domain, such as `acme.example`. Otherwise, the exact domain to send from. */
            domain: string;
            /** @description The class of email, which determines the sending reputation. Each risk class uses separate domains. */
            risk_class?: components["schemas"]["RiskClass"];
        };
        NewFeedRequest: {
            /** @description The types of events in the feed. */
            events: components["schemas"]["WebhookEventType"][];
            /** @description The inbox whose events the feed contains; null for all events of the workspace. */
            inbox_id?: string | null;
        };
        NewInboxRequest: {
            /** @description The part of the address before the `@`: letters, digits, dots, underscores and hyphens. By default, readable and random. */
            username?: string;
            /** @description A verified transactional domain. By default, the oldest. */
            domain?: string;
            /** @description The sender name of emails that a limited key sends without a name. */
            display_name?: string | null;
            /** @description A name of your choice. A repeated request with the same name responds with the existing inbox. */
            client_id?: string | null;
            /** @description Up to 20 pairs of texts, with names of up to 40 and values of up to 500 characters. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Also creates an API key that is limited to the inbox. */
            key?: {
                name?: string;
                scopes: components["schemas"]["Scope"][];
                daily_send_limit?: number | null;
                allowed_recipients?: string[];
                requires_approval?: boolean;
            };
        };
        NewWebhookEndpointRequest: {
            url: string;
            events: components["schemas"]["WebhookEventType"][];
        };
        /** @description Marketing emails must contain a postal address, and the workspace has no postal address. Ask the operator to set one. */
        NoPostalAddressError: {
            /** @constant */
            type: "no_postal_address";
            message: string;
        };
        /** @description The domain of `from` is not verified for the risk class of the email. The message says how to verify a domain. */
        NoVerifiedIdentityError: {
            /** @constant */
            type: "no_verified_identity";
            message: string;
        };
        /** @description The workspace has no such record. If the request used a name where an ID is required, the message may contain the ID. */
        NotFoundError: {
            /** @constant */
            type: "not_found";
            message: string;
        };
        OutboundMessage: {
            /**
             * @description Whether the message was sent or received.
             * @constant
             */
            direction: "outbound";
            /** Format: uuid */
            id: string;
            from: string;
            to: string[];
            subject: string;
            /** @description The plain text. In a received message, quotes and the signature are removed. */
            text: string | null;
            html: string | null;
            status: components["schemas"]["EmailStatus"];
            /**
             * Format: date-time
             * @description When the message was sent. For a received message, the time in its Date header.
             */
            at: string;
            /** @description The inbox that the messages belong to, or null. Only workspaces that ever had an inbox have the field. */
            inbox_id?: string | null;
        };
        /** @enum {string} */
        PartStatus: "pending" | "active" | "failed";
        /** @enum {string} */
        PauseReason: "warmup" | "quota" | "throttled" | "interrupted" | "no_postal_address" | "workspace_suspended" | "daily_limit";
        /** @description The body is larger than this operation or this deployment accepts. Send a smaller body. */
        PayloadTooLargeError: {
            /** @constant */
            type: "payload_too_large";
            message: string;
        };
        /** @description The workspace has no verified payment method and cannot send. Ask the workspace owner to add a payment method. */
        PaymentMethodRequiredError: {
            /** @constant */
            type: "payment_method_required";
            message: string;
        };
        /** @description The plan does not allow this request. Ask the workspace owner to change the plan. If the email allowance is used up, you can also wait until it renews next month. */
        PlanLimitReachedError: {
            /** @constant */
            type: "plan_limit_reached";
            message: string;
        };
        Preference: {
            key: string;
            name: string;
            description: string | null;
            default_subscribed: boolean;
            /** @description Whether the address is subscribed, by choice or by the default of the topic. */
            subscribed: boolean;
        };
        Preferences: {
            email: string;
            topics: components["schemas"]["Preference"][];
        };
        Progress: {
            /** @description The number of recipients that wait to be mailed. */
            pending: number;
            sent: number;
            /** @description The number of recipients whose email SES rejected. */
            failed: number;
            /** @description The number of recipients that are suppressed, have opted out, or have an address on a domain that cannot receive mail. Skipped recipients have no message. */
            skipped: number;
            /** @description One entry per variant, in order, followed by an entry for the recipients that wait for the winner. */
            by_variant: components["schemas"]["VariantProgress"][] | null;
        };
        PropertyFilter: {
            /** @description The key of an attribute. Letter case matters. */
            property: string;
            /** @description `gt` and `lt` compare numbers with numbers and strings with strings. `contains` ignores letter case. */
            operator: components["schemas"]["PropertyOperator"];
            /** @description The value to compare. Values of different types are never equal. Null represents a missing attribute. */
            value: string | number | boolean | null;
        };
        PropertyFilterRequest: {
            /** @description The key of an attribute. Letter case matters. */
            property: string;
            /** @description `gt` and `lt` compare numbers with numbers and strings with strings. `contains` ignores letter case. */
            operator: components["schemas"]["PropertyOperator"];
            /** @description The value to compare. Values of different types are never equal. Null represents a missing attribute. */
            value?: (string | number | boolean) | null;
        };
        /** @enum {string} */
        PropertyOperator: "equals" | "not_equals" | "contains" | "gt" | "lt" | "exists" | "not_exists";
        /** @enum {string} */
        PropertyType: "string" | "number" | "boolean";
        /** @description SES failed or refused the request. The message says whether and when to retry. */
        ProviderError: {
            /** @constant */
            type: "provider_error";
            message: string;
        };
        /** @description The credential made too many requests in this minute. Wait the number of seconds in `Retry-After`, then repeat the request. */
        RateLimitedError: {
            /** @constant */
            type: "rate_limited";
            message: string;
        };
        ReceivedAttachment: {
            /** @description The position of the attachment in the message, for `GET /v1/inbound/{message_id}/attachments/{index}`. */
            index: number;
            /** @description The name that the sender gave. Without a name, `attachment-` followed by the index. */
            filename: string;
            /** @description The type that the sender declared. Without a type, `application/octet-stream`. */
            content_type: string;
            /** @description The decoded size in bytes. */
            size: number;
            /** @description Whether the HTML of the message can show the file. True if the file has a Content-ID and is not declared as an attachment. */
            inline: boolean;
        };
        ReceivedAttachmentList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ReceivedAttachment"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        ReceivedMessage: {
            /**
             * @description Always `inbound`, as in the webhook event.
             * @constant
             */
            type: "inbound";
            /**
             * Format: uuid
             * @description The ID of the message. To reply, pass the ID as `reply_to_message_id`.
             */
            id: string;
            /** Format: uuid */
            thread_id: string;
            /** @description The address that the message claims to come from, in lowercase and without a display name. */
            from: string;
            to: string[];
            subject: string;
            /** @description The text that the sender wrote, without quotes. */
            text: string | null;
            /**
             * Format: date-time
             * @description The time in the Date header. Without a Date header, the time of arrival.
             */
            received_at: string;
            /** @description The result of the spam check, such as `PASS` or `FAIL`; null if there was no check. */
            spam_verdict: string | null;
            /** @description The result of the SPF check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            spf_verdict: string | null;
            /** @description The result of the DKIM check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dkim_verdict: string | null;
            /** @description The result of the DMARC check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check. */
            dmarc_verdict: string | null;
            /** @description Whether the message is proven to come from the domain of `from`. Check this field before you trust the sender. */
            sender_authenticated: boolean;
            /** @description Whether a program wrote the message, such as an out-of-office reply or a bounce. */
            automated: boolean | null;
            /** @description The inbox that received the message. */
            inbox_id: string | null;
            /** @description The addresses in the Cc header, without display names. */
            cc: string[];
            /** @description The addresses in the Reply-To header, without display names. To reply, use them instead of `from`. */
            reply_to: string[];
            /** @description Whether the HTML contains words that mail clients hide. `text` omits them, and `html` contains them. */
            hidden_text: boolean;
            /** @description Whether the plain text and the HTML say different things, so that the sender may have seen other words than `text`. */
            parts_disagree: boolean;
            /** @description Whether the sender started the conversation, or the workspace sent an email of the conversation to `from`. Check an unknown sender before you reply, because anyone who has the ID of a message can join its conversation. */
            known_participant: boolean;
            /** @description All headers in the order of the message. Empty once 30 days have passed since it arrived. */
            headers: components["schemas"]["MessageHeader"][];
            /** @description The codes and links that a person sees in what the sender wrote, without quoted history. */
            extracted: components["schemas"]["Extracted"];
        };
        /** @description The allowlist of the key does not include an address in `to`, `cc` or `bcc`. Remove the address or use another key. */
        RecipientNotAllowedError: {
            /** @constant */
            type: "recipient_not_allowed";
            message: string;
        };
        RecordEventRequest: {
            /** @description The exact name that automations wait for. */
            name: string;
            /** @description The address to enroll. Letter case is ignored, and the address need not belong to a contact. */
            email: components["schemas"]["Address"];
            /** @description Values for placeholders in this enrollment. */
            variables?: components["schemas"]["Variables"];
        };
        RecordedEvent: {
            /** @description The number of enrollments that were started. 0 is not an error. */
            automations_started: number;
        };
        /** @enum {string} */
        Reenrollment: "after_completion" | "never";
        RemovedMember: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            audience_id: string;
            /** @constant */
            removed: true;
            /** @description The number of contacts in the audience after the removal. */
            contact_count: number;
            note: string;
        };
        RenderTemplateRequest: {
            variables?: components["schemas"]["Variables"];
        };
        RenderedTemplate: {
            subject: string;
            html: string;
            text: string | null;
            /** @description Braces that are mailed because they are no placeholders. Only content from an earlier version of the service has warnings. */
            warnings?: components["schemas"]["ContentWarning"][];
        };
        /** @enum {string} */
        RiskClass: "transactional" | "marketing";
        RulesMetrics: {
            /** @description The number of contacts that match now. Suppressed contacts are counted too. */
            contact_count: number;
        };
        SaveContactPropertyRequest: {
            /** @description The key, which is case-sensitive. If a property with this key exists, the request updates it. */
            key: string;
            name: string;
            /** @description The type as which later values are parsed. The default for a new property is `string`. */
            type?: components["schemas"]["PropertyType"];
        };
        SavePreferencesRequest: {
            email: components["schemas"]["Address"];
            /** @description Whether the address is subscribed, by topic key. */
            topics: {
                [key: string]: boolean;
            };
        };
        SaveTemplateRequest: {
            /** @description 1 to 100 characters, each of a-z, 0-9 or a hyphen. If a template with this slug exists, the request replaces it. */
            slug: string;
            name: string;
            subject: string;
            html: string;
            /** @description If omitted, the stored text does not change. Null removes the text. */
            text?: string | null;
        };
        SaveTopicRequest: {
            /** @description 1 to 60 characters, each of a-z, 0-9 or a hyphen. If a topic with this key exists, the request updates it. */
            key: string;
            name: string;
            description?: string | null;
            /** @description Whether addresses that have made no choice are subscribed. The default for a new topic is true. */
            default_subscribed?: boolean;
        };
        /** @enum {string} */
        Scope: "emails:send" | "emails:read" | "domains:read" | "domains:write" | "contacts:read" | "contacts:write" | "broadcasts:read" | "broadcasts:write" | "webhooks:read" | "webhooks:write" | "threads:read" | "templates:read" | "templates:write";
        Segment: {
            /** Format: uuid */
            id: string;
            key: string;
            name: string;
            /** @description The ID of the audience to filter. */
            audience_id: string;
            /** @description Matches contacts that opened an email within this number of days. */
            opened_within_days: number | null;
            /** @description Matches contacts that clicked a link within this number of days. */
            clicked_within_days: number | null;
            /** @description Matches contacts that opened an email, clicked a link or were added within this number of days, and contacts that were never mailed. */
            exclude_unengaged_days: number | null;
            /** @description Matches contacts that opened an email, clicked a link or were active outside this service within this number of days. */
            engaged_within_days: number | null;
            /** @description Matches contacts for which all of these filters match. */
            properties: components["schemas"]["PropertyFilter"][];
            /** @description Matches contacts with all of these tags. */
            tags: string[];
            /** @description Excludes contacts with any of these tags. */
            exclude_tags: string[];
            /** @description Matches contacts that are subscribed to this topic, by choice or by the default of the topic. */
            topic_key: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description When the record was last changed; null if it was never changed. */
            updated_at: string | null;
        };
        SegmentContactList: {
            /** @constant */
            object: "list";
            data: string[];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        SegmentList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Segment"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        SegmentMetrics: {
            /** Format: uuid */
            id: string;
            /** @description The number of contacts that match now. Suppressed contacts are counted too. */
            contact_count: number;
        };
        SendBroadcastRequest: {
            /** @description The time at which the campaign starts, in UTC and ending in `Z`. If omitted, the campaign starts now. */
            scheduled_at?: string | null;
        };
        SendRequest: {
            /** @description A mailbox on a domain that is verified for the risk class: `desk@mail.acme.example` or `Desk <desk@mail.acme.example>`. */
            from: string;
            /** @description One or more mailboxes. `to`, `cc` and `bcc` together contain at most 50 mailboxes. */
            to: string | string[];
            /** @description Mailboxes that get a copy. */
            cc?: string[];
            /** @description Mailboxes that get a hidden copy. The service discards their display names. */
            bcc?: string[];
            /** @description The mailbox for replies. */
            reply_to?: string;
            /** @description One line of at most 998 characters. Required without a template. With a template, replaces the subject of the template verbatim. */
            subject?: string;
            /** @description One of `html`, `text` and `template` is required. */
            html?: string;
            /** @description If only `html` is given, the plain text is derived from the HTML. */
            text?: string;
            /** @description The slug of a template, whose content replaces `html` and `text`. */
            template?: string;
            /** @description Values for the placeholders of the template. */
            variables?: components["schemas"]["Variables"];
            /** @description The class of email, which determines the sending reputation. Each risk class uses separate domains. Default: `transactional`. */
            risk_class?: components["schemas"]["RiskClass"];
            /** @description When to send the email: ISO 8601, `in 2 hours` or `tomorrow at 9am`. The default time zone is UTC. An email whose time has passed is sent as soon as possible. */
            scheduled_at?: string;
            /** @description Stored with a scheduled email but not used. */
            sequence_key?: string;
            /** @description Passed to SES. Characters other than letters, digits, `_` and `-` are replaced with `_`. */
            tags?: components["schemas"]["EmailTag"][];
            attachments?: components["schemas"]["Attachment"][];
            /** @description The ID of the sent or received message that this email replies to. The email joins the conversation of the message. */
            reply_to_message_id?: string;
            /** @description The ID of the conversation that the email joins without replying to a message. */
            thread_id?: string;
            /** @description The key of a topic. Recipients who opted out of the topic are not mailed. */
            topic?: string;
        };
        SendResponse: {
            /**
             * Format: uuid
             * @description The ID of the email, for `GET /v1/emails/{id}` and for replies.
             */
            id: string;
            status: components["schemas"]["SendStatus"];
            /** @description The ID of the conversation of the email; null for marketing emails and for skipped emails. */
            thread_id: string | null;
            /** @description When the email is due. */
            scheduled_at: string | null;
            /** @description Whether the email was skipped because no recipient in `to` may be mailed. A skipped email is never sent. */
            skipped: boolean;
            /** @description Why the email was skipped: `suppressed:` and a reason, `unsubscribed_from_topic:` and a key, or `undeliverable_domain:` and a name. */
            reason: string | null;
            /** @description The ID of the approval that the draft waits for. */
            approval_id: string | null;
        };
        /** @enum {string} */
        SendStatus: "sent" | "scheduled" | "pending_approval" | "rejected";
        SentEntry: {
            /**
             * Format: uuid
             * @description The ID of the email, for `GET /v1/emails/{id}` and for replies.
             */
            id: string;
            status: components["schemas"]["SendStatus"];
            /** @description The ID of the conversation of the email; null for marketing emails and for skipped emails. */
            thread_id: string | null;
            /** @description When the email is due. */
            scheduled_at: string | null;
            /** @description Whether the email was skipped because no recipient in `to` may be mailed. A skipped email is never sent. */
            skipped: boolean;
            /** @description Why the email was skipped: `suppressed:` and a reason, `unsubscribed_from_topic:` and a key, or `undeliverable_domain:` and a name. */
            reason: string | null;
            /** @description The ID of the approval that the draft waits for. */
            approval_id: string | null;
            /**
             * @description The entry succeeded, even if the email was skipped.
             * @constant
             */
            ok: true;
        };
        SentMailEvent: {
            type: components["schemas"]["EmailEventType"];
            /**
             * Format: uuid
             * @description The `id` of the email, as returned by the send.
             */
            message_id: string;
            provider_message_id: string | null;
            /** @description The ID of the campaign that the email belongs to. */
            broadcast_id: string | null;
            /** @description The variant of the campaign. */
            variant: string | null;
            /** @description The recipients, without display names. */
            to: string[];
            subject: string;
            /** @description For a click, the URL of the link. */
            link: string | null;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            occurred_at: string;
        };
        /** @description The service is under heavy load, and the request most likely had no effect. Wait the number of seconds in `Retry-After`, then repeat the request. */
        ServiceUnavailableError: {
            /** @constant */
            type: "service_unavailable";
            message: string;
        };
        Step: {
            /** @description The delay in minutes. The delay of the first step starts at the enrollment, and the delay of every other step when the previous step is sent. */
            delay_minutes: number;
            /** @description May contain placeholders such as `{{name}}`, fallbacks and conditions, as in a template. Values are inserted unescaped. */
            subject: string;
            /** @description May contain the same as the subject. Values are HTML-escaped. The HTML of a template takes precedence. */
            html: string | null;
            /** @description The slug of a template. The email has the subject of the step and the HTML that the template has when the email is sent. */
            template_slug: string | null;
        };
        StepRequest: {
            /** @description The delay in minutes. The delay of the first step starts at the enrollment, and the delay of every other step when the previous step is sent. */
            delay_minutes: number;
            /** @description May contain placeholders such as `{{name}}`, fallbacks and conditions, as in a template. Values are inserted unescaped. */
            subject: string;
            /** @description May contain the same as the subject. Values are HTML-escaped. The HTML of a template takes precedence. */
            html?: string | null;
            /** @description The slug of a template. The email has the subject of the step and the HTML that the template has when the email is sent. */
            template_slug?: string | null;
        };
        SuppressBatchRequest: {
            emails: components["schemas"]["Address"][];
            /** @description Default: `marketing`. */
            scope?: components["schemas"]["SuppressionScope"];
            /** @description Default: `list_hygiene`. */
            reason?: components["schemas"]["SuppressionReason"];
        };
        SuppressRequest: {
            email: components["schemas"]["Address"];
            /** @description Default: `all`. */
            scope?: components["schemas"]["SuppressionScope"];
            /** @description Default: `manual`. */
            reason?: components["schemas"]["SuppressionReason"];
        };
        SuppressedBatch: {
            suppressed: number;
            duplicates: number;
        };
        Suppression: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @description Why the address is suppressed. */
            reason: components["schemas"]["SuppressionReason"];
            /** @description The kind of email that the suppression blocks. */
            scope: components["schemas"]["SuppressionScope"];
            /** @description The source of an imported suppression. */
            detail: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
        };
        SuppressionList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Suppression"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        SuppressionReason: "hard_bounce" | "complaint" | "unsubscribe" | "manual" | "list_hygiene";
        /** @enum {string} */
        SuppressionScope: "all" | "transactional" | "marketing";
        TagChangesRequest: {
            add?: string[];
            /** @description The tags to remove. A tag that is also in `add` is removed. */
            remove?: string[];
        };
        TagInUse: {
            tag: string;
            /** @description The number of contacts with the tag. */
            contact_count: number;
        };
        TagInUseList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["TagInUse"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        Template: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            subject: string;
            html: string;
            text: string | null;
            /** @description The names for which a send must give a value: all placeholders except those with a fallback and those inside a condition on the same name. Marketing email has a value for `unsubscribe_url`. */
            variables: string[];
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description When the record was last changed; null if it was never changed. */
            updated_at: string | null;
        };
        TemplateList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Template"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        TestMetric: "open" | "click";
        TestResult: {
            key: string;
            sent: number;
            /** @description The number of recipients who opened the email. Repeated opens count once. Opens by detected scanners are not counted. */
            unique_opens: number;
            /** @description The number of recipients who clicked a link. Repeated clicks count once. Clicks by detected scanners are not counted. */
            unique_clicks: number;
            /** @description `unique_opens` divided by the number of delivered emails. */
            open_rate: number;
            /** @description `unique_clicks` divided by the number of delivered emails. */
            click_rate: number;
        };
        Thread: {
            /** Format: uuid */
            id: string;
            /** @description The subject of the first message. */
            subject: string;
            /** @description The addresses of all participants except the workspace, without display names. */
            participants: string[];
            /** @description The number of received messages and of sent messages that SES accepted. */
            message_count: number;
            /** @description Whether a person wrote a message to which the workspace has not replied. */
            awaiting_reply: boolean;
            /** @description Whether a held or scheduled reply is newer than the last received message. */
            pending_reply: boolean;
            /** @description When the conversation was last marked as handled. The next message from a person resets this field to null. */
            handled_at: string | null;
            /**
             * Format: date-time
             * @description When the last message was sent or received. Lists are sorted by this time.
             */
            last_message_at: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description The labels that the workspace gave the conversation. Absent until the workspace uses labels or the read state. */
            labels?: string[];
            /** @description When the conversation was marked as read; null if it is unread. Absent until the workspace uses labels or the read state. */
            read_at?: string | null;
            /** @description The inbox that the messages belong to, or null. Only workspaces that ever had an inbox have the field. */
            inbox_id?: string | null;
        };
        ThreadLabelsRequest: {
            /** @description Labels to add, each of 1 to 60 characters. */
            add?: string[];
            /** @description Labels to remove. A label in both lists is removed. */
            remove?: string[];
        };
        ThreadList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Thread"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        ThreadReadRequest: {
            /** @description Whether the conversation is read. */
            read: boolean;
        };
        ThreadWithMessages: {
            /** Format: uuid */
            id: string;
            /** @description The subject of the first message. */
            subject: string;
            /** @description The addresses of all participants except the workspace, without display names. */
            participants: string[];
            /** @description The number of received messages and of sent messages that SES accepted. */
            message_count: number;
            /** @description Whether a person wrote a message to which the workspace has not replied. */
            awaiting_reply: boolean;
            /** @description Whether a held or scheduled reply is newer than the last received message. */
            pending_reply: boolean;
            /** @description When the conversation was last marked as handled. The next message from a person resets this field to null. */
            handled_at: string | null;
            /**
             * Format: date-time
             * @description When the last message was sent or received. Lists are sorted by this time.
             */
            last_message_at: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description The labels that the workspace gave the conversation. Absent until the workspace uses labels or the read state. */
            labels?: string[];
            /** @description When the conversation was marked as read; null if it is unread. Absent until the workspace uses labels or the read state. */
            read_at?: string | null;
            /** @description The inbox that the messages belong to, or null. Only workspaces that ever had an inbox have the field. */
            inbox_id?: string | null;
            /** @description Sent and received messages, in the order in which the service recorded them. */
            messages: (components["schemas"]["OutboundMessage"] | components["schemas"]["InboundMessage"])[];
        };
        Topic: {
            /** Format: uuid */
            id: string;
            key: string;
            name: string;
            description: string | null;
            /** @description Whether addresses that have made no choice are subscribed. */
            default_subscribed: boolean;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description When the record was last changed; null if it was never changed. */
            updated_at: string | null;
        };
        TopicList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Topic"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        Trigger: {
            /** @description The source of automatic enrollments. With `api`, only API calls enroll addresses. */
            kind: components["schemas"]["TriggerKind"];
            /** @description For `contact_added`: the ID of the audience. Contacts that join the audience are enrolled. */
            audience_id: string | null;
            /** @description For `event`: the exact name of the event. */
            event_name: string | null;
            /** @description For `tag_added`: the tag. Contacts that gain the tag are enrolled. */
            tag: string | null;
        };
        /** @enum {string} */
        TriggerKind: "api" | "contact_added" | "event" | "tag_added";
        TriggerRequest: {
            /** @constant */
            kind: "api";
        } | {
            /** @constant */
            kind: "contact_added";
            audience_id: string;
        } | {
            /** @constant */
            kind: "event";
            event_name: string;
        } | {
            /** @constant */
            kind: "tag_added";
            tag: string;
        };
        /** @description The credential is missing, unknown, revoked or expired. Send a valid API key or token. */
        UnauthorizedError: {
            /** @constant */
            type: "unauthorized";
            message: string;
        };
        /** @description The body names a topic that does not exist. Create the topic, or correct its key. */
        UnknownTopicError: {
            /** @constant */
            type: "unknown_topic";
            message: string;
        };
        UpdateAutomationRequest: {
            /** @description The topic of every step. An enrollment ends when the recipient opts out of the topic. */
            topic_key?: string | null;
            /** @description The address for replies. A reply can end an enrollment only if this service receives the reply. */
            reply_to?: string | null;
            /** @description Whether a reply from the recipient ends the enrollment. Automatic replies do not end an enrollment. */
            exit_on_reply?: boolean;
            /** @description A contact with any of these tags is not enrolled, and an active enrollment of the contact ends. Tags are stored in lowercase, with hyphens for white space. */
            exit_tags?: string[];
            /** @description A contact that lacks any of these tags is not enrolled, and an active enrollment of the contact ends. */
            required_tags?: string[];
            /** @description Whether an address can be enrolled again. With `never`, each address is enrolled at most once, regardless of the trigger. */
            reenrollment?: components["schemas"]["Reenrollment"];
            /** @description Values for placeholders. The variables of an enrollment and the fields of the contact take precedence. */
            default_variables?: {
                [key: string]: string;
            };
            /** @description Whether the `email`, `first_name`, `last_name` and attributes of the contact fill placeholders for which the enrollment has no variable. A value counts as missing if it has more than 120 characters, a line break or a URL. The default is `false`. */
            contact_fields?: boolean;
        };
        UpdateBroadcastRequest: {
            name?: string;
            /** @description May contain placeholders. Values are inserted unescaped. */
            subject?: string;
            /** @description May contain placeholders such as `{{first_name}}` and `{{plan}}`. Values are HTML-escaped. */
            html?: string;
            /** @description The display name of the sender. The sender address is `news@` followed by the domain. */
            from_name?: string | null;
            /** @description Replaces all variants. Null removes the test. */
            variants?: components["schemas"]["VariantRequest"][] | null;
            /** @description The settings of the A/B test. Fields that you omit keep their values. */
            ab_test?: components["schemas"]["AbTestRequest"];
            /** @description The new time of a scheduled campaign, in UTC and ending in `Z`. Null makes the campaign a draft again. */
            scheduled_at?: string | null;
        };
        UpdateDraftRequest: {
            from?: string | null;
            to?: (string | string[]) | null;
            cc?: string[] | null;
            bcc?: string[] | null;
            reply_to?: string | null;
            subject?: string | null;
            html?: string | null;
            text?: string | null;
            template?: string | null;
            variables?: components["schemas"]["Variables"] | null;
            /** @description The class of email, which determines the sending reputation. Each risk class uses separate domains. */
            risk_class?: components["schemas"]["RiskClass"] | null;
            scheduled_at?: string | null;
            sequence_key?: string | null;
            tags?: components["schemas"]["EmailTag"][] | null;
            attachments?: components["schemas"]["Attachment"][] | null;
            reply_to_message_id?: string | null;
            thread_id?: string | null;
            topic?: string | null;
        };
        UpdateSegmentRequest: {
            /** @description Always refused, because the key cannot be changed. */
            key?: unknown;
            /** @description The ID of the audience to filter. */
            audience_id?: string;
            name?: string;
            /** @description Matches contacts that opened an email within this number of days. */
            opened_within_days?: number | null;
            /** @description Matches contacts that clicked a link within this number of days. */
            clicked_within_days?: number | null;
            /** @description Matches contacts that opened an email, clicked a link or were added within this number of days, and contacts that were never mailed. */
            exclude_unengaged_days?: number | null;
            /** @description Matches contacts that opened an email, clicked a link or were active outside this service within this number of days. */
            engaged_within_days?: number | null;
            /** @description Matches contacts for which all of these filters match. */
            properties?: components["schemas"]["PropertyFilterRequest"][];
            /** @description Matches contacts with all of these tags. */
            tags?: string[];
            /** @description Excludes contacts with any of these tags. */
            exclude_tags?: string[];
            /** @description Matches contacts that are subscribed to this topic, by choice or by the default of the topic. */
            topic_key?: string | null;
        };
        Usage: {
            /** @enum {string} */
            plan: "unmetered" | "free" | "paid";
            /** Format: date-time */
            period_start: string;
            /** Format: date-time */
            period_end: string;
            /** @description The number of recipients that the plan includes per period; null without a limit. */
            emails_included: number | null;
            /** @description The number of recipients mailed in this period. */
            emails_used: number;
            /** @description The number of recipients that the plan still allows in this period; null without a limit. */
            emails_remaining: number | null;
            /** @description Whether an email to one recipient would be refused now. */
            sending_locked: boolean;
            /** @description The error type that such an email would get. */
            lock_reason: ("payment_method_required" | "plan_limit_reached" | "billing_past_due" | "budget_exceeded") | null;
            /** @description Why the operator suspended all sending; null while sending is not suspended. */
            suspended_reason: string | null;
            /** @description The cost of the period so far. */
            estimated_cents: number;
            /** @description The monthly budget that the workspace set; null without a budget. */
            budget_cents: number | null;
            /** @description The size of the attachments and other large content of held drafts, scheduled emails and campaigns. Absent until the workspace first stores such content. */
            stored_bytes?: number;
        };
        Variables: {
            [key: string]: string | null;
        };
        Variant: {
            /** @description May contain a-z, 0-9, `_` and `-`. The `variant` field of events and recipients contains this key. */
            key: string;
            /** @description Replaces the subject of the campaign. */
            subject: string | null;
            /** @description Replaces the display name of the campaign. */
            from_name: string | null;
            /** @description When the recipients of this variant are mailed. Set `send_at` for all variants or for none of them. */
            send_at: string | null;
        };
        VariantProgress: {
            /** @description The key of the variant; null for the recipients that wait for the winner. */
            key: string | null;
            /** @description The number of recipients that wait to be mailed. */
            pending: number;
            sent: number;
            /** @description The number of recipients whose email SES rejected. */
            failed: number;
            /** @description The number of recipients that are suppressed, have opted out, or have an address on a domain that cannot receive mail. Skipped recipients have no message. */
            skipped: number;
        };
        VariantRequest: {
            /** @description May contain a-z, 0-9, `_` and `-`. The `variant` field of events and recipients contains this key. */
            key: string;
            /** @description Replaces the subject of the campaign. */
            subject?: string | null;
            /** @description Replaces the display name of the campaign. */
            from_name?: string | null;
            /** @description When the recipients of this variant are mailed. Set `send_at` for all variants or for none of them. */
            send_at?: string | null;
        };
        /** @description The domain is warming up and has used its allowance for today. Do not retry before 00:00 UTC. */
        WarmupLimitError: {
            /** @constant */
            type: "warmup_limit";
            message: string;
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            event: components["schemas"]["WebhookEventType"];
            /**
             * @description The status of the delivery, which is `pending` until the first attempt ends. A `failed` delivery is retried until it has had six attempts.
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            attempts: number;
            /** @description The HTTP status of the latest attempt that got a response. */
            last_status_code: number | null;
            /** @description The latest error. A later success does not clear the error. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description When the delivery succeeded. */
            delivered_at: string | null;
        };
        WebhookDeliveryList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        WebhookEndpoint: {
            /** Format: uuid */
            id: string;
            /** @description The URL to which events are posted. */
            url: string;
            /** @description The types of events to deliver. */
            events: components["schemas"]["WebhookEventType"][];
            /** @description Whether events are delivered. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
        };
        WebhookEndpointChangesRequest: {
            url?: string;
            events?: components["schemas"]["WebhookEventType"][];
            enabled?: boolean;
        };
        WebhookEndpointList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Whether there are more rows. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last page and for lists without pages. */
            next_cursor: string | null;
        };
        WebhookEndpointWithSecret: {
            /** Format: uuid */
            id: string;
            /** @description The URL to which events are posted. */
            url: string;
            /** @description The types of events to deliver. */
            events: components["schemas"]["WebhookEventType"][];
            /** @description Whether events are delivered. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            created_at: string;
            /** @description The secret that signs every delivery. No other response contains the secret. */
            secret: string;
        };
        /** @enum {string} */
        WebhookEventType: "inbound" | "send" | "delivery" | "bounce" | "complaint" | "reject" | "open" | "click" | "rendering_failure" | "delivery_delay";
        Windows: {
            opened_within_days: number | null;
            clicked_within_days: number | null;
            exclude_unengaged_days: number | null;
            engaged_within_days: number | null;
        };
        WindowsRequest: {
            opened_within_days?: number | null;
            clicked_within_days?: number | null;
            exclude_unengaged_days?: number | null;
            engaged_within_days?: number | null;
        };
        /** @description Sending is suspended for this workspace. The message gives the reason. Ask the operator to lift the suspension. */
        WorkspaceSuspendedError: {
            /** @constant */
            type: "workspace_suspended";
            message: string;
        };
        /** @description The query parameters of listEmails */
        ListEmailsQuery: {
            /** @description Returns only records with this status. */
            status?: components["schemas"]["EmailStatus"];
            /**
             * Format: email
             * @description Returns emails with this address in `to`, ignoring letter case. `cc` and `bcc` are not searched.
             */
            to?: string;
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of getEmailMetrics */
        GetEmailMetricsQuery: {
            /**
             * @description The number of UTC days, including today. A value above the maximum is treated as the maximum, a negative value as 1, and 0 or an invalid value as the default.
             * @default 30
             */
            days?: number;
        };
        /** @description The query parameters of listThreads */
        ListThreadsQuery: {
            /** @description If `true`, returns conversations that await a reply: a person wrote, and the workspace has not replied. If `false`, returns all other conversations. Any other value is ignored. */
            awaiting_reply?: boolean;
            /** @description Returns only conversations with this label. */
            label?: string;
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of getReceivedMessages */
        GetReceivedMessagesQuery: {
            /** @description A `next_cursor` of this list, the ID of a received message, or `now`. By default, the list starts with the oldest message that is kept. */
            after?: string;
            /**
             * @description How many seconds to wait for a message, at most 25. A value above the maximum is treated as the maximum, and an invalid value as 0.
             * @default 0
             */
            wait?: number;
            /** @description Returns only messages to this inbox. */
            inbox_id?: string;
            /** @description Returns only messages of this conversation. */
            thread_id?: string;
            /**
             * Format: email
             * @description Returns only messages whose `from` is this address.
             */
            from?: string;
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
        };
        /** @description The query parameters of listApprovals */
        ListApprovalsQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of listDrafts */
        ListDraftsQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of listInboxes */
        ListInboxesQuery: {
            /** @description Only the inbox that was created with this `client_id`. */
            client_id?: string;
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of listContacts */
        ListContactsQuery: {
            /**
             * Format: email
             * @description The address to look up. Letter case is ignored.
             */
            email?: string;
            /** @description Returns contacts whose address begins with this text. Letter case is ignored. */
            q?: string;
            /** @description If `true`, returns contacts that are unsubscribed from marketing mail. If `false`, returns contacts that are not. Any other value is ignored. */
            unsubscribed?: boolean;
            /** @description Returns contacts with this tag. If you repeat the parameter, returns contacts that have all of the tags. */
            tag?: string[];
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. */
            cursor?: string;
        };
        /** @description The query parameters of listAudiences */
        ListAudiencesQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of listMembers */
        ListMembersQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. */
            cursor?: string;
            /** @description An alias of `cursor`. If both are sent, `cursor` takes precedence. */
            after?: string;
        };
        /** @description The query parameters of addMembers */
        AddMembersQuery: {
            /** @description Where the contacts come from. Each suppression that this request creates records this text. */
            source?: string;
            /** @description If `true`, an import also starts automations. Any other value is ignored. */
            trigger_automations?: boolean;
        };
        /** @description The query parameters of listSegmentContacts */
        ListSegmentContactsQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 200
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. */
            cursor?: string;
        };
        /** @description The query parameters of listBroadcasts */
        ListBroadcastsQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of previewBroadcast */
        PreviewBroadcastQuery: {
            /**
             * @description The number of addresses to return. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 20
             */
            sample?: number;
        };
        /** @description The query parameters of listBroadcastRecipients */
        ListBroadcastRecipientsQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 200
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. */
            cursor?: string;
            /** @description An alias of `cursor`. If both are sent, `cursor` takes precedence. */
            after?: string;
        };
        /** @description The query parameters of listAutomations */
        ListAutomationsQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of listEnrollments */
        ListEnrollmentsQuery: {
            /** @description Returns only records with this status. */
            status?: components["schemas"]["EnrollmentStatus"];
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of getPreferences */
        GetPreferencesQuery: {
            /**
             * Format: email
             * @description The address to look up. Letter case is ignored.
             */
            email: string;
        };
        /** @description The query parameters of listSuppressions */
        ListSuppressionsQuery: {
            /**
             * Format: email
             * @description The address to look up. Letter case is ignored.
             */
            email?: string;
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of deleteSuppression */
        DeleteSuppressionQuery: {
            /**
             * @description The kind of email that the suppression blocks. Suppressions in other scopes do not change.
             * @default all
             */
            scope?: components["schemas"]["SuppressionScope"];
        };
        /** @description The query parameters of listWebhookEndpoints */
        ListWebhookEndpointsQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of listWebhookDeliveries */
        ListWebhookDeliveriesQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
        };
        /** @description The query parameters of listFeeds */
        ListFeedsQuery: {
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
            /** @description The start of the page. Pass the `next_cursor` of the previous page unchanged. An invalid cursor returns the first page. */
            cursor?: string;
        };
        /** @description The query parameters of getFeedEvents */
        GetFeedEventsQuery: {
            /** @description A `cursor` or `next_cursor` of this feed, or `now`. By default, the page starts with the oldest event that is kept. */
            after?: string;
            /**
             * @description How many seconds to wait for an event, at most 25. A value above the maximum is treated as the maximum, and an invalid value as 0.
             * @default 0
             */
            wait?: number;
            /**
             * @description The maximum number of rows on the page. A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.
             * @default 50
             */
            limit?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AbTest = components['schemas']['AbTest'];
export type AbTestRequest = components['schemas']['AbTestRequest'];
export type AddContactsRequest = components['schemas']['AddContactsRequest'];
export type AddedContacts = components['schemas']['AddedContacts'];
export type Address = components['schemas']['Address'];
export type Approval = components['schemas']['Approval'];
export type ApprovalInProgressError = components['schemas']['ApprovalInProgressError'];
export type ApprovalList = components['schemas']['ApprovalList'];
export type AttachedFile = components['schemas']['AttachedFile'];
export type Attachment = components['schemas']['Attachment'];
export type Attributes = components['schemas']['Attributes'];
export type Audience = components['schemas']['Audience'];
export type AudienceList = components['schemas']['AudienceList'];
export type Automation = components['schemas']['Automation'];
export type AutomationList = components['schemas']['AutomationList'];
export type AutomationStatus = components['schemas']['AutomationStatus'];
export type AutomationStatusRequest = components['schemas']['AutomationStatusRequest'];
export type BatchRequest = components['schemas']['BatchRequest'];
export type BatchResponse = components['schemas']['BatchResponse'];
export type BillingPastDueError = components['schemas']['BillingPastDueError'];
export type Broadcast = components['schemas']['Broadcast'];
export type BroadcastDecision = components['schemas']['BroadcastDecision'];
export type BroadcastList = components['schemas']['BroadcastList'];
export type BroadcastPreview = components['schemas']['BroadcastPreview'];
export type BroadcastRecipient = components['schemas']['BroadcastRecipient'];
export type BroadcastRecipientList = components['schemas']['BroadcastRecipientList'];
export type BroadcastRow = components['schemas']['BroadcastRow'];
export type BudgetExceededError = components['schemas']['BudgetExceededError'];
export type CampaignStatus = components['schemas']['CampaignStatus'];
export type CanceledEmail = components['schemas']['CanceledEmail'];
export type ClickedLink = components['schemas']['ClickedLink'];
export type ClickedLinkList = components['schemas']['ClickedLinkList'];
export type ConflictError = components['schemas']['ConflictError'];
export type Contact = components['schemas']['Contact'];
export type ContactChangesRequest = components['schemas']['ContactChangesRequest'];
export type ContactList = components['schemas']['ContactList'];
export type ContactProperty = components['schemas']['ContactProperty'];
export type ContactPropertyList = components['schemas']['ContactPropertyList'];
export type ContentWarning = components['schemas']['ContentWarning'];
export type CountRulesRequest = components['schemas']['CountRulesRequest'];
export type CreateAudienceRequest = components['schemas']['CreateAudienceRequest'];
export type CreateAutomationRequest = components['schemas']['CreateAutomationRequest'];
export type CreateBroadcastRequest = components['schemas']['CreateBroadcastRequest'];
export type CreateContactRequest = components['schemas']['CreateContactRequest'];
export type CreateDraftRequest = components['schemas']['CreateDraftRequest'];
export type CreateSegmentRequest = components['schemas']['CreateSegmentRequest'];
export type CreatedInbox = components['schemas']['CreatedInbox'];
export type Credential = components['schemas']['Credential'];
export type DailyLimitError = components['schemas']['DailyLimitError'];
export type DecideBroadcastRequest = components['schemas']['DecideBroadcastRequest'];
export type DecidedBy = components['schemas']['DecidedBy'];
export type Decision = components['schemas']['Decision'];
export type DecisionKind = components['schemas']['DecisionKind'];
export type DecisionRequest = components['schemas']['DecisionRequest'];
export type DeletedAudience = components['schemas']['DeletedAudience'];
export type DeletedAutomation = components['schemas']['DeletedAutomation'];
export type DeletedBroadcast = components['schemas']['DeletedBroadcast'];
export type DeletedContact = components['schemas']['DeletedContact'];
export type DeletedContactProperty = components['schemas']['DeletedContactProperty'];
export type DeletedDomain = components['schemas']['DeletedDomain'];
export type DeletedDraft = components['schemas']['DeletedDraft'];
export type DeletedFeed = components['schemas']['DeletedFeed'];
export type DeletedInbox = components['schemas']['DeletedInbox'];
export type DeletedSegment = components['schemas']['DeletedSegment'];
export type DeletedTemplate = components['schemas']['DeletedTemplate'];
export type DeletedTopic = components['schemas']['DeletedTopic'];
export type DeletedWebhookEndpoint = components['schemas']['DeletedWebhookEndpoint'];
export type DnsRecord = components['schemas']['DnsRecord'];
export type Domain = components['schemas']['Domain'];
export type DomainList = components['schemas']['DomainList'];
export type Draft = components['schemas']['Draft'];
export type DraftFields = components['schemas']['DraftFields'];
export type DraftList = components['schemas']['DraftList'];
export type DuplicateTemplateRequest = components['schemas']['DuplicateTemplateRequest'];
export type Email = components['schemas']['Email'];
export type EmailContent = components['schemas']['EmailContent'];
export type EmailEvent = components['schemas']['EmailEvent'];
export type EmailEventType = components['schemas']['EmailEventType'];
export type EmailList = components['schemas']['EmailList'];
export type EmailMetrics = components['schemas']['EmailMetrics'];
export type EmailStatus = components['schemas']['EmailStatus'];
export type EmailTag = components['schemas']['EmailTag'];
export type EmailWithEvents = components['schemas']['EmailWithEvents'];
export type EnabledInbound = components['schemas']['EnabledInbound'];
export type EnrollRequest = components['schemas']['EnrollRequest'];
export type Enrolled = components['schemas']['Enrolled'];
export type Enrollment = components['schemas']['Enrollment'];
export type EnrollmentList = components['schemas']['EnrollmentList'];
export type EnrollmentStatus = components['schemas']['EnrollmentStatus'];
export type Error = components['schemas']['Error'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type ErrorType = components['schemas']['ErrorType'];
export type Extracted = components['schemas']['Extracted'];
export type ExtractedCode = components['schemas']['ExtractedCode'];
export type ExtractedLink = components['schemas']['ExtractedLink'];
export type FailedEntry = components['schemas']['FailedEntry'];
export type Feed = components['schemas']['Feed'];
export type FeedEvent = components['schemas']['FeedEvent'];
export type FeedEventList = components['schemas']['FeedEventList'];
export type FeedInboundEvent = components['schemas']['FeedInboundEvent'];
export type FeedList = components['schemas']['FeedList'];
export type ForbiddenError = components['schemas']['ForbiddenError'];
export type GoneError = components['schemas']['GoneError'];
export type Header = components['schemas']['Header'];
export type IdempotencyInProgressError = components['schemas']['IdempotencyInProgressError'];
export type IdempotencyKeyReusedError = components['schemas']['IdempotencyKeyReusedError'];
export type ImportPreferencesRequest = components['schemas']['ImportPreferencesRequest'];
export type ImportStatus = components['schemas']['ImportStatus'];
export type ImportedContacts = components['schemas']['ImportedContacts'];
export type ImportedPreferences = components['schemas']['ImportedPreferences'];
export type InboundEvent = components['schemas']['InboundEvent'];
export type InboundMessage = components['schemas']['InboundMessage'];
export type Inbox = components['schemas']['Inbox'];
export type InboxChangesRequest = components['schemas']['InboxChangesRequest'];
export type InboxList = components['schemas']['InboxList'];
export type InternalError = components['schemas']['InternalError'];
export type InvalidJsonError = components['schemas']['InvalidJsonError'];
export type InvalidRequestAnswer = components['schemas']['InvalidRequestAnswer'];
export type InvalidRequestError = components['schemas']['InvalidRequestError'];
export type InvalidScheduleError = components['schemas']['InvalidScheduleError'];
export type InvalidStateError = components['schemas']['InvalidStateError'];
export type LiftBatchRequest = components['schemas']['LiftBatchRequest'];
export type LiftedBatch = components['schemas']['LiftedBatch'];
export type LiftedSuppression = components['schemas']['LiftedSuppression'];
export type ListedMessage = components['schemas']['ListedMessage'];
export type ListedMessageList = components['schemas']['ListedMessageList'];
export type MessageHeader = components['schemas']['MessageHeader'];
export type MissingVariablesError = components['schemas']['MissingVariablesError'];
export type NewContact = components['schemas']['NewContact'];
export type NewDomainRequest = components['schemas']['NewDomainRequest'];
export type NewFeedRequest = components['schemas']['NewFeedRequest'];
export type NewInboxRequest = components['schemas']['NewInboxRequest'];
export type NewWebhookEndpointRequest = components['schemas']['NewWebhookEndpointRequest'];
export type NoPostalAddressError = components['schemas']['NoPostalAddressError'];
export type NoVerifiedIdentityError = components['schemas']['NoVerifiedIdentityError'];
export type NotFoundError = components['schemas']['NotFoundError'];
export type OutboundMessage = components['schemas']['OutboundMessage'];
export type PartStatus = components['schemas']['PartStatus'];
export type PauseReason = components['schemas']['PauseReason'];
export type PayloadTooLargeError = components['schemas']['PayloadTooLargeError'];
export type PaymentMethodRequiredError = components['schemas']['PaymentMethodRequiredError'];
export type PlanLimitReachedError = components['schemas']['PlanLimitReachedError'];
export type Preference = components['schemas']['Preference'];
export type Preferences = components['schemas']['Preferences'];
export type Progress = components['schemas']['Progress'];
export type PropertyFilter = components['schemas']['PropertyFilter'];
export type PropertyFilterRequest = components['schemas']['PropertyFilterRequest'];
export type PropertyOperator = components['schemas']['PropertyOperator'];
export type PropertyType = components['schemas']['PropertyType'];
export type ProviderError = components['schemas']['ProviderError'];
export type RateLimitedError = components['schemas']['RateLimitedError'];
export type ReceivedAttachment = components['schemas']['ReceivedAttachment'];
export type ReceivedAttachmentList = components['schemas']['ReceivedAttachmentList'];
export type ReceivedMessage = components['schemas']['ReceivedMessage'];
export type RecipientNotAllowedError = components['schemas']['RecipientNotAllowedError'];
export type RecordEventRequest = components['schemas']['RecordEventRequest'];
export type RecordedEvent = components['schemas']['RecordedEvent'];
export type Reenrollment = components['schemas']['Reenrollment'];
export type RemovedMember = components['schemas']['RemovedMember'];
export type RenderTemplateRequest = components['schemas']['RenderTemplateRequest'];
export type RenderedTemplate = components['schemas']['RenderedTemplate'];
export type RiskClass = components['schemas']['RiskClass'];
export type RulesMetrics = components['schemas']['RulesMetrics'];
export type SaveContactPropertyRequest = components['schemas']['SaveContactPropertyRequest'];
export type SavePreferencesRequest = components['schemas']['SavePreferencesRequest'];
export type SaveTemplateRequest = components['schemas']['SaveTemplateRequest'];
export type SaveTopicRequest = components['schemas']['SaveTopicRequest'];
export type Scope = components['schemas']['Scope'];
export type Segment = components['schemas']['Segment'];
export type SegmentContactList = components['schemas']['SegmentContactList'];
export type SegmentList = components['schemas']['SegmentList'];
export type SegmentMetrics = components['schemas']['SegmentMetrics'];
export type SendBroadcastRequest = components['schemas']['SendBroadcastRequest'];
export type SendRequest = components['schemas']['SendRequest'];
export type SendResponse = components['schemas']['SendResponse'];
export type SendStatus = components['schemas']['SendStatus'];
export type SentEntry = components['schemas']['SentEntry'];
export type SentMailEvent = components['schemas']['SentMailEvent'];
export type ServiceUnavailableError = components['schemas']['ServiceUnavailableError'];
export type Step = components['schemas']['Step'];
export type StepRequest = components['schemas']['StepRequest'];
export type SuppressBatchRequest = components['schemas']['SuppressBatchRequest'];
export type SuppressRequest = components['schemas']['SuppressRequest'];
export type SuppressedBatch = components['schemas']['SuppressedBatch'];
export type Suppression = components['schemas']['Suppression'];
export type SuppressionList = components['schemas']['SuppressionList'];
export type SuppressionReason = components['schemas']['SuppressionReason'];
export type SuppressionScope = components['schemas']['SuppressionScope'];
export type TagChangesRequest = components['schemas']['TagChangesRequest'];
export type TagInUse = components['schemas']['TagInUse'];
export type TagInUseList = components['schemas']['TagInUseList'];
export type Template = components['schemas']['Template'];
export type TemplateList = components['schemas']['TemplateList'];
export type TestMetric = components['schemas']['TestMetric'];
export type TestResult = components['schemas']['TestResult'];
export type Thread = components['schemas']['Thread'];
export type ThreadLabelsRequest = components['schemas']['ThreadLabelsRequest'];
export type ThreadList = components['schemas']['ThreadList'];
export type ThreadReadRequest = components['schemas']['ThreadReadRequest'];
export type ThreadWithMessages = components['schemas']['ThreadWithMessages'];
export type Topic = components['schemas']['Topic'];
export type TopicList = components['schemas']['TopicList'];
export type Trigger = components['schemas']['Trigger'];
export type TriggerKind = components['schemas']['TriggerKind'];
export type TriggerRequest = components['schemas']['TriggerRequest'];
export type UnauthorizedError = components['schemas']['UnauthorizedError'];
export type UnknownTopicError = components['schemas']['UnknownTopicError'];
export type UpdateAutomationRequest = components['schemas']['UpdateAutomationRequest'];
export type UpdateBroadcastRequest = components['schemas']['UpdateBroadcastRequest'];
export type UpdateDraftRequest = components['schemas']['UpdateDraftRequest'];
export type UpdateSegmentRequest = components['schemas']['UpdateSegmentRequest'];
export type Usage = components['schemas']['Usage'];
export type Variables = components['schemas']['Variables'];
export type Variant = components['schemas']['Variant'];
export type VariantProgress = components['schemas']['VariantProgress'];
export type VariantRequest = components['schemas']['VariantRequest'];
export type WarmupLimitError = components['schemas']['WarmupLimitError'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointChangesRequest = components['schemas']['WebhookEndpointChangesRequest'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookEndpointWithSecret = components['schemas']['WebhookEndpointWithSecret'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type Windows = components['schemas']['Windows'];
export type WindowsRequest = components['schemas']['WindowsRequest'];
export type WorkspaceSuspendedError = components['schemas']['WorkspaceSuspendedError'];
export type ListEmailsQuery = components['schemas']['ListEmailsQuery'];
export type GetEmailMetricsQuery = components['schemas']['GetEmailMetricsQuery'];
export type ListThreadsQuery = components['schemas']['ListThreadsQuery'];
export type GetReceivedMessagesQuery = components['schemas']['GetReceivedMessagesQuery'];
export type ListApprovalsQuery = components['schemas']['ListApprovalsQuery'];
export type ListDraftsQuery = components['schemas']['ListDraftsQuery'];
export type ListInboxesQuery = components['schemas']['ListInboxesQuery'];
export type ListContactsQuery = components['schemas']['ListContactsQuery'];
export type ListAudiencesQuery = components['schemas']['ListAudiencesQuery'];
export type ListMembersQuery = components['schemas']['ListMembersQuery'];
export type AddMembersQuery = components['schemas']['AddMembersQuery'];
export type ListSegmentContactsQuery = components['schemas']['ListSegmentContactsQuery'];
export type ListBroadcastsQuery = components['schemas']['ListBroadcastsQuery'];
export type PreviewBroadcastQuery = components['schemas']['PreviewBroadcastQuery'];
export type ListBroadcastRecipientsQuery = components['schemas']['ListBroadcastRecipientsQuery'];
export type ListAutomationsQuery = components['schemas']['ListAutomationsQuery'];
export type ListEnrollmentsQuery = components['schemas']['ListEnrollmentsQuery'];
export type GetPreferencesQuery = components['schemas']['GetPreferencesQuery'];
export type ListSuppressionsQuery = components['schemas']['ListSuppressionsQuery'];
export type DeleteSuppressionQuery = components['schemas']['DeleteSuppressionQuery'];
export type ListWebhookEndpointsQuery = components['schemas']['ListWebhookEndpointsQuery'];
export type ListWebhookDeliveriesQuery = components['schemas']['ListWebhookDeliveriesQuery'];
export type ListFeedsQuery = components['schemas']['ListFeedsQuery'];
export type GetFeedEventsQuery = components['schemas']['GetFeedEventsQuery'];
