/** Generated from openapi.json: `npm run openapi`. */

export interface components {
    schemas: {
        AbTest: {
            /** @description What decides: readers who opened it, or who clicked. */
            metric: components["schemas"]["TestMetric"];
            /** @description The part of the recipients on whom the variants are tried. */
            sample_share: number;
            /** @description So long after the sample is out the winner is decided. */
            decide_after_minutes: number;
            /** @description When the winner is decided; null before the sample is out. */
            decide_at: string | null;
            /** @description The key of a variant. */
            winner: string | null;
            decided_by: ("auto" | "manual") | null;
            decided_at: string | null;
            /** @description What each variant has come to, as it is now. Empty before it was started. */
            results: components["schemas"]["TestResult"][];
        };
        AbTestRequest: {
            /** @description What decides: readers who opened it, or who clicked. */
            metric?: components["schemas"]["TestMetric"];
            /** @description The part of the recipients on whom the variants are tried. */
            sample_share?: number;
            /** @description So long after the sample is out the winner is decided. */
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
             * @description The email that is held.
             */
            message_id: string;
            /** @constant */
            status: "pending";
            from: string;
            to: string[];
            cc: string[];
            bcc: string[];
            reply_to: string | null;
            subject: string;
            html: string | null;
            text: string | null;
            /** @description What is attached, in order. */
            attachments: components["schemas"]["AttachedFile"][];
            /** @description Which of the two reputations the mail is sent with. Each has a domain of its own. */
            risk_class: components["schemas"]["RiskClass"];
            topic: string | null;
            thread_id: string | null;
            reply_to_message_id: string | null;
            /** @description When it is due, if it was to leave later. */
            scheduled_at: string | null;
            /** @description The key that drafted it. */
            api_key_id: string | null;
            /** @description Why the last release failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is withdrawn, unless somebody decides before.
             */
            expires_at: string;
        };
        /** @description Another request is releasing this draft. Ask again after a pause. */
        ApprovalInProgressError: {
            /** @constant */
            type: "approval_in_progress";
            message: string;
        };
        ApprovalList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Approval"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        AttachedFile: {
            filename: string;
            content_type: string;
            /** @description Bytes. */
            size: number;
            /** @description Of its bytes, in hexadecimal. */
            sha256: string;
        };
        Attachment: {
            /** @description Without line breaks. */
            filename: string;
            /** @description The file in base64, at most 10 MB once decoded. */
            content: string;
            /**
             * @description `type/subtype`, with parameters if need be.
             * @default application/octet-stream
             */
            content_type?: string;
            /** @description Makes the file inline: HTML refers to it as `cid:` and this id. */
            content_id?: string;
        };
        Attributes: {
            [key: string]: string | number | boolean;
        };
        Audience: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description How many people are on it. */
            contact_count: number;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        AudienceList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Audience"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        Automation: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The value of the tag `automation` on every mail that it sends. */
            slug: string;
            /** @description Only `active` enrols and sends. */
            status: components["schemas"]["AutomationStatus"];
            trigger: components["schemas"]["Trigger"];
            /** @description The marketing domain that `from` is on. */
            identity_id: string;
            from: string;
            /** @description Where answers go. Only mail that this service receives can end the sequence. */
            reply_to: string | null;
            steps: components["schemas"]["Step"][];
            /** @description Whether an answer of the person ends it for them; what a machine answers does not. */
            exit_on_reply: boolean;
            /** @description Every step is sent under this topic, and who opts out of it leaves. */
            topic_key: string | null;
            /** @description Who carries one of them is not enrolled, or leaves. In lower case, and with a hyphen for white space. */
            exit_tags: string[];
            /** @description Who does not carry all of them is not enrolled, or leaves. */
            required_tags: string[];
            /** @description `never`: each address once, whatever starts it. */
            reenrollment: components["schemas"]["Reenrollment"];
            /** @description Values for placeholders. Those of an enrolment win. */
            default_variables: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description When it was last changed; null while it never was. */
            updated_at: string | null;
            /** @description How many there are of each status. */
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
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        AutomationStatus: "draft" | "active" | "paused";
        AutomationStatusRequest: {
            status: components["schemas"]["AutomationStatus"];
        };
        BatchRequest: components["schemas"]["SendRequest"][];
        BatchResponse: {
            /** @description A row for each entry, in their order. */
            data: (components["schemas"]["SentEntry"] | components["schemas"]["FailedEntry"])[];
            /** @description How many entries failed. */
            failed: number;
        };
        /** @description The subscription is unpaid, so no mail leaves. A person has to pay it. */
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
            /** @description Whom it is for: who is on this audience and has not unsubscribed. */
            audience_id: string;
            /** @description The id of the marketing domain that it leaves from. */
            identity_id: string;
            /** @description Only who is in this segment, too. It filters the same audience. */
            segment_id: string | null;
            /** @description Only who did, or did not, something lately, too. */
            segment: components["schemas"]["Windows"] | null;
            /** @description Only who gets mail of this topic, too; its name stands in the footer. */
            topic_key: string | null;
            /** @description With placeholders, whose values are put in as they are. */
            subject: string;
            /** @description The name before the address, which is `news@` and the domain. */
            from_name: string | null;
            scheduled_at: string | null;
            /** @description What an A/B test tries; null without a test. */
            variants: components["schemas"]["Variant"][] | null;
            ab_test: components["schemas"]["AbTest"] | null;
            /** @description While it is sending, paused or testing. */
            progress: components["schemas"]["Progress"] | null;
            /** @description What it waits for: `warmup`, `quota`, `throttled`, `interrupted`, `no_postal_address` or `workspace_suspended`. */
            pause_reason: components["schemas"]["PauseReason"] | null;
            /** @description Of a warm-up pause: when the allowance renews. */
            resume_after: string | null;
            /** @description Why the run ended `failed`. */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description When it was last changed; null while it never was. */
            updated_at: string | null;
            started_at: string | null;
            finished_at: string | null;
            /** @description With placeholders, whose values are escaped: `{{first_name}}`, `{{plan}}`. */
            html: string;
        };
        BroadcastList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["BroadcastRow"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        BroadcastPreview: {
            /** Format: uuid */
            id: string;
            /** @description As of now. */
            recipient_count: number;
            /** @description Some of their addresses. */
            sample: string[];
            /** @description Whether the reputation of the workspace and the size of the sample allow it. */
            can_send: boolean;
            /** @description Why not. */
            reason: string | null;
            ab_test: {
                sample_size: number;
                per_variant: number;
                minimum_per_variant: number;
            } | null;
        };
        BroadcastRecipient: {
            /**
             * Format: uuid
             * @description Of the message, as `GET /v1/emails/{id}` takes it.
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
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        BroadcastRow: {
            /** Format: uuid */
            id: string;
            name: string;
            status: components["schemas"]["CampaignStatus"];
            /** @description Whom it is for: who is on this audience and has not unsubscribed. */
            audience_id: string;
            /** @description The id of the marketing domain that it leaves from. */
            identity_id: string;
            /** @description Only who is in this segment, too. It filters the same audience. */
            segment_id: string | null;
            /** @description Only who did, or did not, something lately, too. */
            segment: components["schemas"]["Windows"] | null;
            /** @description Only who gets mail of this topic, too; its name stands in the footer. */
            topic_key: string | null;
            /** @description With placeholders, whose values are put in as they are. */
            subject: string;
            /** @description The name before the address, which is `news@` and the domain. */
            from_name: string | null;
            scheduled_at: string | null;
            /** @description What an A/B test tries; null without a test. */
            variants: components["schemas"]["Variant"][] | null;
            ab_test: components["schemas"]["AbTest"] | null;
            /** @description While it is sending, paused or testing. */
            progress: components["schemas"]["Progress"] | null;
            /** @description What it waits for: `warmup`, `quota`, `throttled`, `interrupted`, `no_postal_address` or `workspace_suspended`. */
            pause_reason: components["schemas"]["PauseReason"] | null;
            /** @description Of a warm-up pause: when the allowance renews. */
            resume_after: string | null;
            /** @description Why the run ended `failed`. */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description When it was last changed; null while it never was. */
            updated_at: string | null;
            started_at: string | null;
            finished_at: string | null;
        };
        /** @description The budget that the workspace set itself for a month is used up, for marketing mail or for all. */
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
            /** @description Readers who clicked it. */
            unique_clicks: number;
        };
        ClickedLinkList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ClickedLink"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        /** @description The identifier is taken. Choose another one. */
        ConflictError: {
            /** @constant */
            type: "conflict";
            message: string;
        };
        Contact: {
            /** Format: uuid */
            id: string;
            /** @description Trimmed and in lower case. */
            email: string;
            first_name: string | null;
            last_name: string | null;
            audience_ids: string[];
            tags: string[];
            /** @description What you keep about the person: values by the keys of contact properties. */
            attributes: components["schemas"]["Attributes"];
            /** @description They get no marketing mail. */
            unsubscribed: boolean;
            unsubscribed_at: string | null;
            /** @description When a person last opened a mail to them, as far as can be told. */
            last_opened_at: string | null;
            /** @description When a person last clicked a link in a mail to them, as far as can be told. */
            last_clicked_at: string | null;
            /** @description When the mail provider last took a mail to them. */
            last_sent_at: string | null;
            /** @description When they were last active elsewhere, as you said. */
            last_active_at: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        ContactChangesRequest: {
            /** @description Empty or null to take it away. */
            first_name?: string | null;
            /** @description Empty or null to take it away. */
            last_name?: string | null;
            /** @description Replaced key by key; those of other keys stay. */
            attributes?: {
                [key: string]: string | number | boolean;
            };
            unsubscribed?: boolean;
            /** @description One that is earlier than what is known is passed over. Null takes it away. */
            last_active_at?: string | null;
        };
        ContactList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Contact"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        ContactProperty: {
            key: string;
            name: string;
            /** @description How values are read. One that cannot be read so stays as it was given. */
            type: components["schemas"]["PropertyType"];
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description When it was last changed; null while it never was. */
            updated_at: string | null;
        };
        ContactPropertyList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ContactProperty"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        CountRulesRequest: {
            /** @description Whom it chooses from. */
            audience_id: string;
            /** @description Who opened a mail in so many days. */
            opened_within_days?: number | null;
            /** @description Who clicked a link in so many days. */
            clicked_within_days?: number | null;
            /** @description Who opened or clicked in so many days, was never mailed, or is not known for longer. */
            exclude_unengaged_days?: number | null;
            /** @description Who opened, clicked or was active elsewhere in so many days. */
            engaged_within_days?: number | null;
            /** @description All of them must hold. */
            properties?: components["schemas"]["PropertyFilterRequest"][];
            /** @description Who carries all of these. */
            tags?: string[];
            /** @description Who carries none of these. */
            exclude_tags?: string[];
            /** @description Who gets mail about this topic: by their own choice, or else by its default. */
            topic_key?: string | null;
        };
        CreateAudienceRequest: {
            /** @description Required: 1 to 120 characters. */
            name?: unknown;
        };
        CreateAutomationRequest: {
            name: string;
            /** @description a-z, 0-9 and hyphens. It stays for good. */
            slug: string;
            /** @description The id of the verified marketing domain that `from` is on. */
            identity_id: string;
            from: string;
            /** @description Where answers go. Only mail that this service receives can end the sequence. */
            reply_to?: string | null;
            trigger: components["schemas"]["TriggerRequest"];
            steps: components["schemas"]["StepRequest"][];
            /** @description Every step is sent under this topic, and who opts out of it leaves. */
            topic_key?: string | null;
            /** @description Whether an answer of the person ends it for them; what a machine answers does not. */
            exit_on_reply?: boolean;
            /** @description Who carries one of them is not enrolled, or leaves. In lower case, and with a hyphen for white space. */
            exit_tags?: string[];
            /** @description Who does not carry all of them is not enrolled, or leaves. */
            required_tags?: string[];
            /** @description `never`: each address once, whatever starts it. */
            reenrollment?: components["schemas"]["Reenrollment"];
            /** @description Values for placeholders. Those of an enrolment win. */
            default_variables?: {
                [key: string]: string;
            };
        };
        CreateBroadcastRequest: {
            /** @description Whom it is for: who is on this audience and has not unsubscribed. */
            audience_id: string;
            /** @description The id of the marketing domain that it leaves from. */
            identity_id: string;
            name: string;
            /** @description With placeholders, whose values are put in as they are. */
            subject: string;
            /** @description With placeholders, whose values are escaped: `{{first_name}}`, `{{plan}}`. */
            html: string;
            /** @description The name before the address, which is `news@` and the domain. */
            from_name?: string | null;
            /** @description Only who gets mail of this topic, too; its name stands in the footer. */
            topic_key?: string | null;
            /** @description Only who is in this segment, too. It filters the same audience. */
            segment_id?: string | null;
            /** @description Only who did, or did not, something lately, too. */
            segment?: components["schemas"]["WindowsRequest"] | null;
            /** @description Two to ten: an A/B test. */
            variants?: components["schemas"]["VariantRequest"][] | null;
            ab_test?: components["schemas"]["AbTestRequest"] | null;
        };
        CreateContactRequest: {
            /** @description The audience that they join. */
            audience_id: string;
            email: components["schemas"]["Address"];
            first_name?: string;
            last_name?: string;
            /** @description Added to those that they carry. In lower case, and with a hyphen for white space. */
            tags?: string[];
            /** @description Replaced key by key. A key that no contact property has makes one. */
            attributes?: {
                [key: string]: string | number | boolean;
            };
            /** @description What another service knew of them. Everything but `subscribed` suppresses the address. */
            status?: components["schemas"]["ImportStatus"];
            /** @description With `true`, the status `unsubscribed`, unless `status` is given. */
            unsubscribed?: boolean;
            /**
             * Format: date-time
             * @description When they were last active elsewhere. One that is earlier than what is known is passed over.
             */
            last_active_at?: string;
        };
        CreateSegmentRequest: {
            /** @description Whom it chooses from. */
            audience_id: string;
            /** @description a-z, 0-9 and hyphens. It stays for good. */
            key: string;
            name: string;
            /** @description Who opened a mail in so many days. */
            opened_within_days?: number | null;
            /** @description Who clicked a link in so many days. */
            clicked_within_days?: number | null;
            /** @description Who opened or clicked in so many days, was never mailed, or is not known for longer. */
            exclude_unengaged_days?: number | null;
            /** @description Who opened, clicked or was active elsewhere in so many days. */
            engaged_within_days?: number | null;
            /** @description All of them must hold. */
            properties?: components["schemas"]["PropertyFilterRequest"][];
            /** @description Who carries all of these. */
            tags?: string[];
            /** @description Who carries none of these. */
            exclude_tags?: string[];
            /** @description Who gets mail about this topic: by their own choice, or else by its default. */
            topic_key?: string | null;
        };
        Credential: {
            /**
             * @description A key of this service, a token of the OAuth issuer, or the session of a person in the dashboard.
             * @enum {string}
             */
            kind: "api_key" | "access_token" | "session";
            /** @description That of the key or the person, or the subject of the token. */
            id: string;
            /** Format: uuid */
            workspace_id: string;
            workspace_name: string;
            /** @description What it may do. */
            scopes: ("emails:send" | "emails:read" | "domains:read" | "domains:write" | "contacts:read" | "contacts:write" | "broadcasts:read" | "broadcasts:write" | "webhooks:read" | "webhooks:write" | "threads:read" | "templates:read" | "templates:write")[];
            /** @description How many recipients it may mail in a UTC day; null where it has no such limit. */
            daily_send_limit: number | null;
            /** @description Addresses and domains that it may mail; empty where it may mail everybody. */
            allowed_recipients: string[];
            /** @description Its mail is held until a person approves it. */
            requires_approval: boolean;
        };
        /** @description The key would mail more recipients today than it may. Stop, do not retry before `Retry-After`. */
        DailyLimitError: {
            /** @constant */
            type: "daily_limit";
            message: string;
        };
        DecideBroadcastRequest: {
            /** @description Its key. Without it: what the metric says. */
            variant?: string | null;
        };
        Decision: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The email that was held.
             */
            message_id: string;
            decision: components["schemas"]["DecisionKind"];
            /**
             * @description What became of the email.
             * @enum {string}
             */
            status: "sent" | "scheduled" | "rejected" | "canceled";
            /** @description When it is due, if its time is still to come. */
            scheduled_at: string | null;
            /** @description Everybody had left `to`, so nothing was sent. */
            skipped: boolean;
            /** @description Why it was skipped. */
            reason: string | null;
            decided_by: string | null;
        };
        /** @enum {string} */
        DecisionKind: "approve" | "reject";
        DecisionRequest: {
            decision: components["schemas"]["DecisionKind"];
            /** @description Who decides: a name or an address, kept with the decision. */
            decided_by?: string | null;
            /** @description Kept with the decision. */
            reason?: string | null;
        };
        DeletedAudience: {
            /** Format: uuid */
            id: string;
            /**
             * @description It is gone.
             * @constant
             */
            deleted: true;
        };
        DeletedAutomation: {
            /** Format: uuid */
            id: string;
            /**
             * @description It is gone.
             * @constant
             */
            deleted: true;
            /** @description How many were active. */
            enrollments_canceled: number;
        };
        DeletedBroadcast: {
            /** Format: uuid */
            id: string;
            /**
             * @description It is gone.
             * @constant
             */
            deleted: true;
        };
        DeletedContact: {
            /** Format: uuid */
            id: string;
            /**
             * @description It is gone.
             * @constant
             */
            deleted: true;
        };
        DeletedContactProperty: {
            key: string;
            /**
             * @description It is gone.
             * @constant
             */
            deleted: true;
        };
        DeletedDomain: {
            /** Format: uuid */
            id: string;
            /**
             * @description It is gone.
             * @constant
             */
            deleted: true;
        };
        DeletedSegment: {
            /** Format: uuid */
            id: string;
            /**
             * @description It is gone.
             * @constant
             */
            deleted: true;
        };
        DeletedTemplate: {
            slug: string;
            /**
             * @description It is gone.
             * @constant
             */
            deleted: true;
        };
        DeletedTopic: {
            key: string;
            /**
             * @description It is gone.
             * @constant
             */
            deleted: true;
        };
        DeletedWebhookEndpoint: {
            /** Format: uuid */
            id: string;
            /**
             * @description It is gone.
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
            /** @description Of an MX record. */
            priority: number | null;
            /** @description Mail can be sent without it. */
            optional: boolean;
            /**
             * @description `unchecked` until DNS was looked at.
             * @enum {string}
             */
            status: "unchecked" | "ok" | "missing" | "mismatch";
            /** @description What DNS showed when it was last looked at. */
            found: string[];
        };
        Domain: {
            /** Format: uuid */
            id: string;
            /** @description What stands after the `@` of a sender. */
            domain: string;
            /** @description Which of the two reputations the mail is sent with. Each has a domain of its own. */
            risk_class: components["schemas"]["RiskClass"];
            /**
             * @description What the mail provider says of its DKIM. Only from a `verified` domain mail may be sent.
             * @enum {string}
             */
            status: "pending" | "verified" | "temporary_failure" | "failed";
            /** @description What to publish, and what DNS shows. */
            dns_records: components["schemas"]["DnsRecord"][];
            /** @description While it is `active`, opens and clicks are seen. */
            click_tracking: {
                hostname: string;
                status: components["schemas"]["PartStatus"];
            };
            /** @description The Return-Path. Mail is sent without it, too. */
            mail_from: {
                domain: string;
                status: components["schemas"]["PartStatus"];
            };
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            verified_at: string | null;
            /** @description When DNS was last looked at. */
            last_checked_at: string | null;
        };
        DomainList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Domain"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        DuplicateTemplateRequest: {
            slug: string;
            name?: string;
        };
        Email: {
            /** Format: uuid */
            id: string;
            /** @description The sender as it was given, with its name. */
            from: string;
            /** @description Those who were mailed, without names. Where nobody was left, everybody as asked for. */
            to: string[];
            /** @description As it was sent: of a template, filled in. */
            subject: string;
            /** @description What became of it. `bounced` can also be for now; its events say which. */
            status: components["schemas"]["EmailStatus"];
            /** @description Which of the two reputations the mail is sent with. Each has a domain of its own. */
            risk_class: components["schemas"]["RiskClass"];
            /** @description The id that the mail provider gave it; null until it took it. */
            provider_message_id: string | null;
            /** @description When it is due; null for what leaves at once. */
            scheduled_at: string | null;
            /** @description When the mail provider took it. */
            sent_at: string | null;
            /** @description When a person first opened it, as far as can be told. Never set while tracking is not active. */
            opened_at: string | null;
            /** @description When a person first clicked a link in it. Never set while tracking is not active. */
            clicked_at: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        EmailContent: {
            /** Format: uuid */
            id: string;
            /** @description The conversation that it is on; null where it is on none, as marketing is. */
            thread_id: string | null;
            /** @description As it was given, or made from the HTML where it left with that alone. */
            text: string | null;
            /** @description As it was given: without the footer and the links that marketing mail gets on its way. */
            html: string | null;
        };
        EmailEvent: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            message_id: string;
            provider_message_id: string | null;
            type: components["schemas"]["EmailEventType"];
            /** @description The address concerned. Types that the provider reports without one have the first of `to`. */
            recipient: string;
            /** @description Of a bounce `Permanent`, `Transient` or `Undetermined`; of a complaint or a delay, what the provider calls its kind. */
            sub_type: string | null;
            /** @description Of a bounce or a delay, what the other server said; of a click, the link; of a reject, the reason. */
            detail: string | null;
            /** @description The campaign that the mail was part of. */
            broadcast_id: string | null;
            /** @description Its variant. */
            variant: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        /** @enum {string} */
        EmailEventType: "send" | "delivery" | "bounce" | "complaint" | "reject" | "open" | "click" | "rendering_failure" | "delivery_delay";
        EmailList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Email"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        EmailMetrics: {
            /** @description How many days were counted, after the rules for the parameter. */
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
            /** @description Day by day without gaps, the oldest first. */
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
        EmailWithEvents: {
            /** Format: uuid */
            id: string;
            /** @description The sender as it was given, with its name. */
            from: string;
            /** @description Those who were mailed, without names. Where nobody was left, everybody as asked for. */
            to: string[];
            /** @description As it was sent: of a template, filled in. */
            subject: string;
            /** @description What became of it. `bounced` can also be for now; its events say which. */
            status: components["schemas"]["EmailStatus"];
            /** @description Which of the two reputations the mail is sent with. Each has a domain of its own. */
            risk_class: components["schemas"]["RiskClass"];
            /** @description The id that the mail provider gave it; null until it took it. */
            provider_message_id: string | null;
            /** @description When it is due; null for what leaves at once. */
            scheduled_at: string | null;
            /** @description When the mail provider took it. */
            sent_at: string | null;
            /** @description When a person first opened it, as far as can be told. Never set while tracking is not active. */
            opened_at: string | null;
            /** @description When a person first clicked a link in it. Never set while tracking is not active. */
            clicked_at: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description What happened to it, the oldest first. */
            events: components["schemas"]["EmailEvent"][];
        };
        EnrollRequest: {
            /** @description Who; letter case does not count, and nobody need know them. */
            email: components["schemas"]["Address"];
            /** @description Values for placeholders, for this person. */
            variables?: components["schemas"]["Variables"];
        };
        Enrolled: {
            enrolled: boolean;
            /** @description Why not: `already_enrolled`, `previously_enrolled`, `suppressed`, `unsubscribed_from_topic`, `exit_tag` or `required_tag_missing`. */
            reason: string | null;
            enrollment: components["schemas"]["Enrollment"] | null;
        };
        Enrollment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            automation_id: string;
            email: string;
            /** @description The next step, from 0. */
            current_step: number;
            status: components["schemas"]["EnrollmentStatus"];
            /**
             * Format: date-time
             * @description When the next step is due, or is tried again. It stays when the enrolment ends.
             */
            next_due_at: string;
            /** @description What was given when they were enrolled. */
            variables: {
                [key: string]: string;
            };
            /** Format: date-time */
            enrolled_at: string;
            /** @description When the last step was sent. */
            completed_at: string | null;
            canceled_at: string | null;
            /** @description `unsubscribed`, `unsubscribed_from_topic`, `replied`, `suppressed`, `exit_tag` or `required_tag_missing`. */
            cancel_reason: string | null;
            /** @description Why it failed, or why the step did not leave at the last attempt. */
            last_error: string | null;
            /** @description At the current step. */
            attempts: number;
        };
        EnrollmentList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Enrollment"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        EnrollmentStatus: "active" | "completed" | "canceled" | "failed";
        Error: {
            /** @description Stable, and the same everywhere: branch on it. */
            type: components["schemas"]["ErrorType"];
            /** @description For people; it may change. */
            message: string;
            /** @description What is wrong, field by field. */
            details?: components["schemas"]["ErrorDetail"][];
            /** @description The placeholders that have no value. */
            missing?: string[];
        };
        ErrorDetail: {
            /** @description Where it is in the body: names and indexes, from the outside in. */
            path: (string | number)[];
            message: string;
        };
        /** @enum {string} */
        ErrorType: "invalid_json" | "invalid_request" | "unauthorized" | "plan_limit_reached" | "payment_method_required" | "billing_past_due" | "budget_exceeded" | "forbidden" | "recipient_not_allowed" | "not_found" | "conflict" | "invalid_state" | "idempotency_in_progress" | "approval_in_progress" | "gone" | "payload_too_large" | "idempotency_key_reused" | "missing_variables" | "unknown_topic" | "invalid_schedule" | "no_verified_identity" | "no_postal_address" | "warmup_limit" | "workspace_suspended" | "rate_limited" | "daily_limit" | "internal_error" | "provider_error" | "service_unavailable";
        FailedEntry: {
            /**
             * @description It failed, and nothing was sent.
             * @constant
             */
            ok: false;
            error: components["schemas"]["Error"];
        };
        /** @description The credential may not do this. The message names the scope that it lacks, or says what stands against it. */
        ForbiddenError: {
            /** @constant */
            type: "forbidden";
            message: string;
        };
        /** @description What was here is deleted for good. */
        GoneError: {
            /** @constant */
            type: "gone";
            message: string;
        };
        /** @description The first request with this Idempotency-Key is not done yet. Repeat the request later, with the same key. */
        IdempotencyInProgressError: {
            /** @constant */
            type: "idempotency_in_progress";
            message: string;
        };
        /** @description The Idempotency-Key came with another body before. Use a new one. */
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
            /** @description Who was new to the workspace. */
            inserted: number;
            /** @description Who was known, whether something changed or not. */
            updated: number;
            /** @description Rows whose address stood in an earlier one. */
            skipped: number;
            /** @description Rows with this status, repeats too. */
            unsubscribed: number;
            /** @description Rows with this status, repeats too. */
            bounced: number;
            /** @description Rows with this status, repeats too. */
            complained: number;
            /** @description Suppressions that there were none of before. */
            suppressed: number;
            /** @description Keys that no contact property had. They are `string` now. */
            properties_created: string[];
            /** @description Enrolments that this started: 0 without `trigger_automations=true`. */
            automations_started: number;
            /** @description How many are on the audience now. */
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
             * @description Give it as `reply_to_message_id` to answer.
             */
            id: string;
            /** Format: uuid */
            thread_id: string;
            /** @description Who claims to have written it, in lower case, without a name. */
            from: string;
            to: string[];
            subject: string;
            /** @description What the person wrote, without the quotes below it. */
            text: string;
            /**
             * Format: date-time
             * @description What its Date header says, or when it arrived.
             */
            received_at: string;
            /** @description Such as `PASS` or `FAIL`; null where nobody looked. */
            spam_verdict: string | null;
            /** @description Such as `PASS`, `FAIL` or `GRAY`; null where nobody looked. */
            spf_verdict: string | null;
            /** @description Such as `PASS`, `FAIL` or `GRAY`; null where nobody looked. */
            dkim_verdict: string | null;
            /** @description Such as `PASS`, `FAIL` or `GRAY`; null where nobody looked. */
            dmarc_verdict: string | null;
            /** @description It is certain that it comes from the domain of `from`. Ask this before you trust. */
            sender_authenticated: boolean;
            /** @description A machine wrote it, such as an out-of-office note or a bounce. */
            automated: boolean | null;
        };
        InboundMessage: {
            /**
             * @description Whether you sent it or received it.
             * @constant
             */
            direction: "inbound";
            /**
             * Format: uuid
             * @description Give it as `reply_to_message_id` to answer.
             */
            id: string;
            /** @description Who claims to have written it, without a name. */
            from: string;
            to: string[];
            subject: string;
            /** @description The plain text; of what was received, without the quotes below it and the signature. */
            text: string | null;
            /** @description All of the plain text, with quotes and signature. */
            raw_text: string | null;
            html: string | null;
            /** @description It is certain that it comes from the domain of `from`. Ask this before you trust. */
            sender_authenticated: boolean;
            /** @description A machine wrote it, such as an out-of-office note or a bounce. */
            automated: boolean | null;
            /** @description Such as `PASS`, `FAIL` or `GRAY`; null where nobody looked. */
            spf_verdict: string | null;
            /** @description Such as `PASS`, `FAIL` or `GRAY`; null where nobody looked. */
            dkim_verdict: string | null;
            /** @description Such as `PASS`, `FAIL` or `GRAY`; null where nobody looked. */
            dmarc_verdict: string | null;
            /** @description Such as `PASS` or `FAIL`; null where nobody looked. */
            spam_verdict: string | null;
            /** @description Such as `PASS` or `FAIL`; null where nobody looked. */
            virus_verdict: string | null;
            /**
             * Format: date-time
             * @description When it was sent, or its Date header says that it was.
             */
            at: string;
        };
        /** @description Something went wrong in the service, and some of the work may be done. Look before you retry. */
        InternalError: {
            /** @constant */
            type: "internal_error";
            message: string;
        };
        /** @description The body is not JSON. */
        InvalidJsonError: {
            /** @constant */
            type: "invalid_json";
            message: string;
        };
        InvalidRequestAnswer: {
            error: components["schemas"]["InvalidRequestError"];
        };
        /** @description The request breaks a rule. `details` names each field that does; else the message says what. */
        InvalidRequestError: {
            /** @constant */
            type: "invalid_request";
            message: string;
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description `scheduled_at` is no time that could be read. */
        InvalidScheduleError: {
            /** @constant */
            type: "invalid_schedule";
            message: string;
        };
        /** @description The record is in a state in which this cannot be done. The message names the state. */
        InvalidStateError: {
            /** @constant */
            type: "invalid_state";
            message: string;
        };
        LiftBatchRequest: {
            emails: components["schemas"]["Address"][];
            /** @default all */
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
        /** @description The template has placeholders without a value. `missing` names them. */
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
            /** @description Added to those that they carry. In lower case, and with a hyphen for white space. */
            tags?: string[];
            /** @description Replaced key by key. A key that no contact property has makes one. */
            attributes?: {
                [key: string]: string | number | boolean;
            };
            /** @description What another service knew of them. Everything but `subscribed` suppresses the address. */
            status?: components["schemas"]["ImportStatus"];
            /** @description With `true`, the status `unsubscribed`, unless `status` is given. */
            unsubscribed?: boolean;
            /**
             * Format: date-time
             * @description When they were last active elsewhere. One that is earlier than what is known is passed over.
             */
            last_active_at?: string;
        };
        NewDomainRequest: {
            /** @description Without `risk_class` the root, such as `acme.example`; with it, the very name to send from. */
            domain: string;
            /** @description Which of the two reputations the mail is sent with. Each has a domain of its own. */
            risk_class?: components["schemas"]["RiskClass"];
        };
        NewWebhookEndpointRequest: {
            url: string;
            events: components["schemas"]["WebhookEventType"][];
        };
        /** @description Marketing mail carries a postal address, and the workspace has none. A person has to set it. */
        NoPostalAddressError: {
            /** @constant */
            type: "no_postal_address";
            message: string;
        };
        /** @description The domain of `from` is not verified for the risk class of the mail. */
        NoVerifiedIdentityError: {
            /** @constant */
            type: "no_verified_identity";
            message: string;
        };
        /** @description The workspace has no such record. Where a name was given instead of an id, the message may tell the id. */
        NotFoundError: {
            /** @constant */
            type: "not_found";
            message: string;
        };
        OutboundMessage: {
            /**
             * @description Whether you sent it or received it.
             * @constant
             */
            direction: "outbound";
            /** Format: uuid */
            id: string;
            from: string;
            to: string[];
            subject: string;
            /** @description The plain text; of what was received, without the quotes below it and the signature. */
            text: string | null;
            html: string | null;
            status: components["schemas"]["EmailStatus"];
            /**
             * Format: date-time
             * @description When it was sent, or its Date header says that it was.
             */
            at: string;
        };
        /** @enum {string} */
        PartStatus: "pending" | "active" | "failed";
        /** @enum {string} */
        PauseReason: "warmup" | "quota" | "throttled" | "interrupted" | "no_postal_address" | "workspace_suspended";
        /** @description The body is larger than this operation, or this deployment, takes. */
        PayloadTooLargeError: {
            /** @constant */
            type: "payload_too_large";
            message: string;
        };
        /** @description The workspace has no verified payment method, so no mail leaves. A person has to add one. */
        PaymentMethodRequiredError: {
            /** @constant */
            type: "payment_method_required";
            message: string;
        };
        /** @description The plan has no room for this. A person can change the plan; the allowance of mail is new each month. */
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
            /** @description The choice of the address, or else the default. */
            subscribed: boolean;
        };
        Preferences: {
            email: string;
            topics: components["schemas"]["Preference"][];
        };
        Progress: {
            /** @description Still to be mailed. */
            pending: number;
            sent: number;
            /** @description The provider refused the mail. */
            failed: number;
            /** @description Suppressed, opted out, or on a domain that cannot receive mail. They have no message. */
            skipped: number;
            /** @description In the order of the variants, and last those who wait for the winner. */
            by_variant: components["schemas"]["VariantProgress"][] | null;
        };
        PropertyFilter: {
            /** @description The key of an attribute, in its letter case. */
            property: string;
            /** @description `gt` and `lt` compare numbers with numbers and texts with texts. `contains` does without letter case. */
            operator: components["schemas"]["PropertyOperator"];
            /** @description Of another type it is another value. Null stands for no attribute. */
            value: string | number | boolean | null;
        };
        PropertyFilterRequest: {
            /** @description The key of an attribute, in its letter case. */
            property: string;
            /** @description `gt` and `lt` compare numbers with numbers and texts with texts. `contains` does without letter case. */
            operator: components["schemas"]["PropertyOperator"];
            /** @description Of another type it is another value. Null stands for no attribute. */
            value?: (string | number | boolean) | null;
        };
        /** @enum {string} */
        PropertyOperator: "equals" | "not_equals" | "contains" | "gt" | "lt" | "exists" | "not_exists";
        /** @enum {string} */
        PropertyType: "string" | "number" | "boolean";
        /** @description The mail provider did not do its part. The message says whether and when to retry. */
        ProviderError: {
            /** @constant */
            type: "provider_error";
            message: string;
        };
        /** @description The credential made too many requests in this minute. Go on after `Retry-After`. */
        RateLimitedError: {
            /** @constant */
            type: "rate_limited";
            message: string;
        };
        ReceivedAttachment: {
            /** @description Its place in the mail: of `GET /v1/inbound/{message_id}/attachments/{index}`. */
            index: number;
            /** @description As its sender named it, or `attachment-` and its index. */
            filename: string;
            /** @description As its sender declared it, or `application/octet-stream`. */
            content_type: string;
            /** @description Bytes, decoded. */
            size: number;
            /** @description The HTML can show it: it has a Content-ID, and is not declared to be an attachment. */
            inline: boolean;
        };
        ReceivedAttachmentList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ReceivedAttachment"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        /** @description The key may mail certain addresses only, and one of `to`, `cc` or `bcc` is none of them. */
        RecipientNotAllowedError: {
            /** @constant */
            type: "recipient_not_allowed";
            message: string;
        };
        RecordEventRequest: {
            /** @description Exactly as automations wait for it. */
            name: string;
            /** @description Who; letter case does not count, and nobody need know them. */
            email: components["schemas"]["Address"];
            /** @description Values for placeholders, for this person. */
            variables?: components["schemas"]["Variables"];
        };
        RecordedEvent: {
            /** @description Enrolments that this made. 0 is no error. */
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
            /** @description How many are on the audience now. */
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
        };
        /** @enum {string} */
        RiskClass: "transactional" | "marketing";
        RulesMetrics: {
            /** @description How many people they match now. Suppressions are not looked at. */
            contact_count: number;
        };
        SaveContactPropertyRequest: {
            /** @description Case-sensitive. One that exists is changed. */
            key: string;
            name: string;
            /** @description How values are read that come from now on; of a new one `string`, unless given. */
            type?: components["schemas"]["PropertyType"];
        };
        SavePreferencesRequest: {
            email: components["schemas"]["Address"];
            /** @description By key, whether the address wants it. */
            topics: {
                [key: string]: boolean;
            };
        };
        SaveTemplateRequest: {
            /** @description 1 to 100 of a-z, 0-9 and hyphens. One that exists is replaced. */
            slug: string;
            name: string;
            subject: string;
            html: string;
            /** @description Left out it stays as it is; null removes it. */
            text?: string | null;
        };
        SaveTopicRequest: {
            /** @description 1 to 60 of a-z, 0-9 and hyphens. One that exists is changed. */
            key: string;
            name: string;
            description?: string | null;
            /** @description For everybody who made no choice; true unless given. */
            default_subscribed?: boolean;
        };
        Segment: {
            /** Format: uuid */
            id: string;
            key: string;
            name: string;
            /** @description Whom it chooses from. */
            audience_id: string;
            /** @description Who opened a mail in so many days. */
            opened_within_days: number | null;
            /** @description Who clicked a link in so many days. */
            clicked_within_days: number | null;
            /** @description Who opened or clicked in so many days, was never mailed, or is not known for longer. */
            exclude_unengaged_days: number | null;
            /** @description Who opened, clicked or was active elsewhere in so many days. */
            engaged_within_days: number | null;
            /** @description All of them must hold. */
            properties: components["schemas"]["PropertyFilter"][];
            /** @description Who carries all of these. */
            tags: string[];
            /** @description Who carries none of these. */
            exclude_tags: string[];
            /** @description Who gets mail about this topic: by their own choice, or else by its default. */
            topic_key: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description When it was last changed; null while it never was. */
            updated_at: string | null;
        };
        SegmentContactList: {
            /** @constant */
            object: "list";
            data: string[];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        SegmentList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Segment"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        SegmentMetrics: {
            /** Format: uuid */
            id: string;
            /** @description How many people it matches now. Suppressions are not looked at. */
            contact_count: number;
        };
        SendBroadcastRequest: {
            /** @description A time in UTC that ends in `Z`. Without it: now. */
            scheduled_at?: string | null;
        };
        SendRequest: {
            /** @description A mailbox, `desk@mail.acme.example` or `Desk <desk@mail.acme.example>`, on a domain that is verified for the risk class. */
            from: string;
            /** @description One mailbox or several. `to`, `cc` and `bcc` together name at most 50. */
            to: string | string[];
            /** @description Mailboxes. */
            cc?: string[];
            /** @description Mailboxes; their names are left out. */
            bcc?: string[];
            /** @description One mailbox. */
            reply_to?: string;
            /** @description At most 998 characters on one line. Required without a template; with one it replaces the subject of the template, as it is. */
            subject?: string;
            /** @description One of `html`, `text` and `template` is required. */
            html?: string;
            /** @description Where there is HTML alone, the plain text is made from it. */
            text?: string;
            /** @description The slug of a template, whose content replaces `html` and `text`. */
            template?: string;
            /** @description Values for the placeholders of the template. */
            variables?: components["schemas"]["Variables"];
            /**
             * @description Which of the two reputations the mail is sent with. Each has a domain of its own.
             * @default transactional
             */
            risk_class?: components["schemas"]["RiskClass"];
            /** @description When to send, not now: ISO 8601, `in 2 hours`, `tomorrow at 9am`. UTC where no zone is given. What has passed is sent as soon as possible. */
            scheduled_at?: string;
            /** @description Kept with a mail that leaves later. Nothing else uses it. */
            sequence_key?: string;
            /** @description For the mail provider, with every character but letters, digits, `_` and `-` replaced by `_`. */
            tags?: {
                name: string;
                value: string;
            }[];
            attachments?: components["schemas"]["Attachment"][];
            /** @description The message that this answers, sent or received: it goes onto its conversation. */
            reply_to_message_id?: string;
            /** @description The conversation that it goes onto without answering anything. */
            thread_id?: string;
            /** @description The key of a topic. Who opted out of it is not mailed. */
            topic?: string;
        };
        SendResponse: {
            /**
             * Format: uuid
             * @description The id of the email: of `GET /v1/emails/{id}`, and to reply to.
             */
            id: string;
            status: components["schemas"]["SendStatus"];
            /** @description The conversation that it is on; null for marketing and where nothing is sent. */
            thread_id: string | null;
            /** @description When it is due. */
            scheduled_at: string | null;
            /** @description Nobody of `to` may be mailed: nothing was sent, and nothing will be. */
            skipped: boolean;
            /** @description Why it was skipped: `suppressed:` and a reason, `unsubscribed_from_topic:` and a key, or `undeliverable_domain:` and a name. */
            reason: string | null;
            /** @description The approval that the draft waits for. */
            approval_id: string | null;
        };
        /** @enum {string} */
        SendStatus: "sent" | "scheduled" | "pending_approval" | "rejected";
        SentEntry: {
            /**
             * Format: uuid
             * @description The id of the email: of `GET /v1/emails/{id}`, and to reply to.
             */
            id: string;
            status: components["schemas"]["SendStatus"];
            /** @description The conversation that it is on; null for marketing and where nothing is sent. */
            thread_id: string | null;
            /** @description When it is due. */
            scheduled_at: string | null;
            /** @description Nobody of `to` may be mailed: nothing was sent, and nothing will be. */
            skipped: boolean;
            /** @description Why it was skipped: `suppressed:` and a reason, `unsubscribed_from_topic:` and a key, or `undeliverable_domain:` and a name. */
            reason: string | null;
            /** @description The approval that the draft waits for. */
            approval_id: string | null;
            /**
             * @description It succeeded, even if it was skipped.
             * @constant
             */
            ok: true;
        };
        SentMailEvent: {
            type: components["schemas"]["EmailEventType"];
            /**
             * Format: uuid
             * @description The `id` that the send answered.
             */
            message_id: string;
            provider_message_id: string | null;
            /** @description The campaign that the mail was part of. */
            broadcast_id: string | null;
            /** @description Its variant. */
            variant: string | null;
            /** @description Addresses without names. */
            to: string[];
            subject: string;
            /** @description Of a click, where the link leads. */
            link: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurred_at: string;
        };
        /** @description The service is under load, and most likely nothing was done. Repeat the request after `Retry-After`. */
        ServiceUnavailableError: {
            /** @constant */
            type: "service_unavailable";
            message: string;
        };
        Step: {
            /** @description After the enrolment, or after the step before was sent. */
            delay_minutes: number;
            /** @description With placeholders, `{{name}}`, whose values are put in as they are. */
            subject: string;
            /** @description With placeholders, whose values are escaped. The HTML of a template wins. */
            html: string | null;
            /** @description Its HTML is sent, as it is then, with the subject of the step. */
            template_slug: string | null;
        };
        StepRequest: {
            /** @description After the enrolment, or after the step before was sent. */
            delay_minutes: number;
            /** @description With placeholders, `{{name}}`, whose values are put in as they are. */
            subject: string;
            /** @description With placeholders, whose values are escaped. The HTML of a template wins. */
            html?: string | null;
            /** @description Its HTML is sent, as it is then, with the subject of the step. */
            template_slug?: string | null;
        };
        SuppressBatchRequest: {
            emails: components["schemas"]["Address"][];
            /** @default marketing */
            scope?: components["schemas"]["SuppressionScope"];
            /** @default list_hygiene */
            reason?: components["schemas"]["SuppressionReason"];
        };
        SuppressRequest: {
            email: components["schemas"]["Address"];
            /** @default all */
            scope?: components["schemas"]["SuppressionScope"];
            /** @default manual */
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
            /** @description Why it is. */
            reason: components["schemas"]["SuppressionReason"];
            /** @description Which mail is refused. */
            scope: components["schemas"]["SuppressionScope"];
            /** @description Where it came from, if it was imported. */
            detail: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        SuppressionList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Suppression"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        SuppressionReason: "hard_bounce" | "complaint" | "unsubscribe" | "manual" | "list_hygiene";
        /** @enum {string} */
        SuppressionScope: "all" | "transactional" | "marketing";
        TagChangesRequest: {
            add?: string[];
            /** @description A tag that is in `add` too is gone in the end. */
            remove?: string[];
        };
        TagInUse: {
            tag: string;
            /** @description How many carry it. */
            contact_count: number;
        };
        TagInUseList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["TagInUse"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
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
            /** @description The placeholders, each once: what a send must give values for. */
            variables: string[];
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description When it was last changed; null while it never was. */
            updated_at: string | null;
        };
        TemplateList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Template"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        TestMetric: "open" | "click";
        TestResult: {
            key: string;
            sent: number;
            /** @description Readers, not opens. What scanners did is left out. */
            unique_opens: number;
            /** @description Readers, not clicks. */
            unique_clicks: number;
            /** @description Of what was delivered. */
            open_rate: number;
            /** @description Of what was delivered. */
            click_rate: number;
        };
        Thread: {
            /** Format: uuid */
            id: string;
            /** @description That of its first message. */
            subject: string;
            /** @description Everybody in it but the workspace itself, without names. */
            participants: string[];
            /** @description What was received, and what the mail provider took. */
            message_count: number;
            /** @description A person wrote, and nobody answered yet. */
            awaiting_reply: boolean;
            /** @description An answer is held or scheduled that is newer than what was last received. */
            pending_reply: boolean;
            /** @description When somebody last said that it needs no answer; null again when a person writes. */
            handled_at: string | null;
            /**
             * Format: date-time
             * @description The list is in this order.
             */
            last_message_at: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
        };
        ThreadList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Thread"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        ThreadWithMessages: {
            /** Format: uuid */
            id: string;
            /** @description That of its first message. */
            subject: string;
            /** @description Everybody in it but the workspace itself, without names. */
            participants: string[];
            /** @description What was received, and what the mail provider took. */
            message_count: number;
            /** @description A person wrote, and nobody answered yet. */
            awaiting_reply: boolean;
            /** @description An answer is held or scheduled that is newer than what was last received. */
            pending_reply: boolean;
            /** @description When somebody last said that it needs no answer; null again when a person writes. */
            handled_at: string | null;
            /**
             * Format: date-time
             * @description The list is in this order.
             */
            last_message_at: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description Both directions, in the order in which the service came to know of them. */
            messages: (components["schemas"]["OutboundMessage"] | components["schemas"]["InboundMessage"])[];
        };
        Topic: {
            /** Format: uuid */
            id: string;
            key: string;
            name: string;
            description: string | null;
            /** @description Whether it is mailed to who made no choice. */
            default_subscribed: boolean;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description When it was last changed; null while it never was. */
            updated_at: string | null;
        };
        TopicList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Topic"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        Trigger: {
            /** @description What enrols people by itself; `api`: nothing but a call does. */
            kind: components["schemas"]["TriggerKind"];
            /** @description Of `contact_added`: who joins this audience. */
            audience_id: string | null;
            /** @description Of `event`: its exact name. */
            event_name: string | null;
            /** @description Of `tag_added`: who gains this tag. */
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
        /** @description There is no credential, or it is unknown, revoked or expired. */
        UnauthorizedError: {
            /** @constant */
            type: "unauthorized";
            message: string;
        };
        /** @description The body names a topic that does not exist. */
        UnknownTopicError: {
            /** @constant */
            type: "unknown_topic";
            message: string;
        };
        UpdateAutomationRequest: {
            /** @description Every step is sent under this topic, and who opts out of it leaves. */
            topic_key?: string | null;
            /** @description Where answers go. Only mail that this service receives can end the sequence. */
            reply_to?: string | null;
            /** @description Whether an answer of the person ends it for them; what a machine answers does not. */
            exit_on_reply?: boolean;
            /** @description Who carries one of them is not enrolled, or leaves. In lower case, and with a hyphen for white space. */
            exit_tags?: string[];
            /** @description Who does not carry all of them is not enrolled, or leaves. */
            required_tags?: string[];
            /** @description `never`: each address once, whatever starts it. */
            reenrollment?: components["schemas"]["Reenrollment"];
            /** @description Values for placeholders. Those of an enrolment win. */
            default_variables?: {
                [key: string]: string;
            };
        };
        UpdateBroadcastRequest: {
            name?: string;
            /** @description With placeholders, whose values are put in as they are. */
            subject?: string;
            /** @description With placeholders, whose values are escaped: `{{first_name}}`, `{{plan}}`. */
            html?: string;
            /** @description The name before the address, which is `news@` and the domain. */
            from_name?: string | null;
            /** @description Replaces the list. Null: no test any more. */
            variants?: components["schemas"]["VariantRequest"][] | null;
            /** @description Put over the settings that there are. */
            ab_test?: components["schemas"]["AbTestRequest"];
            /** @description Of a scheduled campaign, a time in UTC that ends in `Z`. Null: a draft again. */
            scheduled_at?: string | null;
        };
        UpdateSegmentRequest: {
            /** @description Refused: the key stays for good. */
            key?: unknown;
            /** @description Whom it chooses from. */
            audience_id?: string;
            name?: string;
            /** @description Who opened a mail in so many days. */
            opened_within_days?: number | null;
            /** @description Who clicked a link in so many days. */
            clicked_within_days?: number | null;
            /** @description Who opened or clicked in so many days, was never mailed, or is not known for longer. */
            exclude_unengaged_days?: number | null;
            /** @description Who opened, clicked or was active elsewhere in so many days. */
            engaged_within_days?: number | null;
            /** @description All of them must hold. */
            properties?: components["schemas"]["PropertyFilterRequest"][];
            /** @description Who carries all of these. */
            tags?: string[];
            /** @description Who carries none of these. */
            exclude_tags?: string[];
            /** @description Who gets mail about this topic: by their own choice, or else by its default. */
            topic_key?: string | null;
        };
        Usage: {
            /** @enum {string} */
            plan: "unmetered" | "free" | "paid";
            /** Format: date-time */
            period_start: string;
            /** Format: date-time */
            period_end: string;
            /** @description How many recipients the plan has in a period; null where it has no ceiling. */
            emails_included: number | null;
            /** @description How many recipients were mailed in this period. */
            emails_used: number;
            /** @description Null where the plan has no ceiling. */
            emails_remaining: number | null;
            /** @description A mail to one recipient would be refused now. */
            sending_locked: boolean;
            /** @description The error type that it would be refused with. */
            lock_reason: ("payment_method_required" | "plan_limit_reached" | "billing_past_due" | "budget_exceeded") | null;
            /** @description Why the operator has stopped all sending; null while nobody has. */
            suspended_reason: string | null;
            /** @description What the period has cost so far. */
            estimated_cents: number;
            /** @description What the workspace allows itself a month; null for any sum. */
            budget_cents: number | null;
        };
        Variables: {
            [key: string]: string | null;
        };
        Variant: {
            /** @description a-z, 0-9, `_` and `-`. Events and recipients name it. */
            key: string;
            /** @description In place of the subject of the campaign. */
            subject: string | null;
            /** @description In place of the name of the campaign. */
            from_name: string | null;
            /** @description When this part of the recipients gets it: for all variants, or for none. */
            send_at: string | null;
        };
        VariantProgress: {
            /** @description Null: those who wait for the winner. */
            key: string | null;
            /** @description Still to be mailed. */
            pending: number;
            sent: number;
            /** @description The provider refused the mail. */
            failed: number;
            /** @description Suppressed, opted out, or on a domain that cannot receive mail. They have no message. */
            skipped: number;
        };
        VariantRequest: {
            /** @description a-z, 0-9, `_` and `-`. Events and recipients name it. */
            key: string;
            /** @description In place of the subject of the campaign. */
            subject?: string | null;
            /** @description In place of the name of the campaign. */
            from_name?: string | null;
            /** @description When this part of the recipients gets it: for all variants, or for none. */
            send_at?: string | null;
        };
        /** @description The domain is warming up and has used what it may send today. Not before 00:00 UTC. */
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
             * @description `pending` before the first attempt has ended; `failed` is tried again while `attempts` is below six.
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            attempts: number;
            /** @description Of the latest attempt that was answered. */
            last_status_code: number | null;
            /** @description What went wrong last. A later success leaves it. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description When an attempt succeeded. */
            delivered_at: string | null;
        };
        WebhookDeliveryList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["WebhookDelivery"][];
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        WebhookEndpoint: {
            /** Format: uuid */
            id: string;
            /** @description Where deliveries are posted. */
            url: string;
            /** @description What it is told of. */
            events: components["schemas"]["WebhookEventType"][];
            /** @description Whether anything is delivered. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When it was recorded.
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
            /** @description There are more rows than these. */
            has_more: boolean;
            /** @description The `cursor` of the next page; null on the last one, and where a list has no pages. */
            next_cursor: string | null;
        };
        WebhookEndpointWithSecret: {
            /** Format: uuid */
            id: string;
            /** @description Where deliveries are posted. */
            url: string;
            /** @description What it is told of. */
            events: components["schemas"]["WebhookEventType"][];
            /** @description Whether anything is delivered. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description Signs every delivery. It is shown this once. */
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
        /** @description Sending is suspended for this workspace. The message says why. */
        WorkspaceSuspendedError: {
            /** @constant */
            type: "workspace_suspended";
            message: string;
        };
        /** @description What listEmails is asked for */
        ListEmailsQuery: {
            /** @description What has this status alone. */
            status?: components["schemas"]["EmailStatus"];
            /**
             * Format: email
             * @description Emails with this address in `to`, without regard to letter case; not those with it in `cc` or `bcc`.
             */
            to?: string;
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. One that cannot be read is the first page. */
            cursor?: string;
        };
        /** @description What getEmailMetrics is asked for */
        GetEmailMetricsQuery: {
            /**
             * @description How many days in UTC, today included. More than the maximum is the maximum, less than 0 is 1, and anything else is the default.
             * @default 30
             */
            days?: number;
        };
        /** @description What listThreads is asked for */
        ListThreadsQuery: {
            /** @description With `true`, what somebody wrote and nobody answered; with `false`, everything else. Any other value counts as left out. */
            awaiting_reply?: boolean;
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. One that cannot be read is the first page. */
            cursor?: string;
        };
        /** @description What listContacts is asked for */
        ListContactsQuery: {
            /**
             * Format: email
             * @description The address that it is about. Letter case does not count.
             */
            email?: string;
            /** @description What the address begins with. Letter case does not count. */
            q?: string;
            /** @description With `true`, who wants no marketing mail; with `false`, everybody else. Any other value counts as left out. */
            unsubscribed?: boolean;
            /** @description A tag that they carry. Given several times: all of them. */
            tag?: string[];
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. */
            cursor?: string;
        };
        /** @description What listAudiences is asked for */
        ListAudiencesQuery: {
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. One that cannot be read is the first page. */
            cursor?: string;
        };
        /** @description What listMembers is asked for */
        ListMembersQuery: {
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. */
            cursor?: string;
            /** @description Another name for `cursor`, which wins. */
            after?: string;
        };
        /** @description What addMembers is asked for */
        AddMembersQuery: {
            /** @description Where the people come from: it stands on each suppression that this writes. */
            source?: string;
            /** @description With `true`, an array starts automations too. Any other value counts as left out. */
            trigger_automations?: boolean;
        };
        /** @description What listSegmentContacts is asked for */
        ListSegmentContactsQuery: {
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 200
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. */
            cursor?: string;
        };
        /** @description What listBroadcasts is asked for */
        ListBroadcastsQuery: {
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. One that cannot be read is the first page. */
            cursor?: string;
        };
        /** @description What previewBroadcast is asked for */
        PreviewBroadcastQuery: {
            /**
             * @description How many addresses to show. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 20
             */
            sample?: number;
        };
        /** @description What listBroadcastRecipients is asked for */
        ListBroadcastRecipientsQuery: {
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 200
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. */
            cursor?: string;
            /** @description Another name for `cursor`, which wins. */
            after?: string;
        };
        /** @description What listAutomations is asked for */
        ListAutomationsQuery: {
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. One that cannot be read is the first page. */
            cursor?: string;
        };
        /** @description What listEnrollments is asked for */
        ListEnrollmentsQuery: {
            /** @description What has this status alone. */
            status?: components["schemas"]["EnrollmentStatus"];
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. One that cannot be read is the first page. */
            cursor?: string;
        };
        /** @description What getPreferences is asked for */
        GetPreferencesQuery: {
            /**
             * Format: email
             * @description The address that it is about. Letter case does not count.
             */
            email: string;
        };
        /** @description What listSuppressions is asked for */
        ListSuppressionsQuery: {
            /**
             * Format: email
             * @description The address that it is about. Letter case does not count.
             */
            email?: string;
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. One that cannot be read is the first page. */
            cursor?: string;
        };
        /** @description What deleteSuppression is asked for */
        DeleteSuppressionQuery: {
            /**
             * @description Which mail the suppression refuses. Those of other scopes stay.
             * @default all
             */
            scope?: components["schemas"]["SuppressionScope"];
        };
        /** @description What listWebhookEndpoints is asked for */
        ListWebhookEndpointsQuery: {
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
             * @default 50
             */
            limit?: number;
            /** @description Where the page begins: the `next_cursor` of the page before, as it is. One that cannot be read is the first page. */
            cursor?: string;
        };
        /** @description What listWebhookDeliveries is asked for */
        ListWebhookDeliveriesQuery: {
            /**
             * @description How many rows the page has at most. A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.
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
export type CountRulesRequest = components['schemas']['CountRulesRequest'];
export type CreateAudienceRequest = components['schemas']['CreateAudienceRequest'];
export type CreateAutomationRequest = components['schemas']['CreateAutomationRequest'];
export type CreateBroadcastRequest = components['schemas']['CreateBroadcastRequest'];
export type CreateContactRequest = components['schemas']['CreateContactRequest'];
export type CreateSegmentRequest = components['schemas']['CreateSegmentRequest'];
export type Credential = components['schemas']['Credential'];
export type DailyLimitError = components['schemas']['DailyLimitError'];
export type DecideBroadcastRequest = components['schemas']['DecideBroadcastRequest'];
export type Decision = components['schemas']['Decision'];
export type DecisionKind = components['schemas']['DecisionKind'];
export type DecisionRequest = components['schemas']['DecisionRequest'];
export type DeletedAudience = components['schemas']['DeletedAudience'];
export type DeletedAutomation = components['schemas']['DeletedAutomation'];
export type DeletedBroadcast = components['schemas']['DeletedBroadcast'];
export type DeletedContact = components['schemas']['DeletedContact'];
export type DeletedContactProperty = components['schemas']['DeletedContactProperty'];
export type DeletedDomain = components['schemas']['DeletedDomain'];
export type DeletedSegment = components['schemas']['DeletedSegment'];
export type DeletedTemplate = components['schemas']['DeletedTemplate'];
export type DeletedTopic = components['schemas']['DeletedTopic'];
export type DeletedWebhookEndpoint = components['schemas']['DeletedWebhookEndpoint'];
export type DnsRecord = components['schemas']['DnsRecord'];
export type Domain = components['schemas']['Domain'];
export type DomainList = components['schemas']['DomainList'];
export type DuplicateTemplateRequest = components['schemas']['DuplicateTemplateRequest'];
export type Email = components['schemas']['Email'];
export type EmailContent = components['schemas']['EmailContent'];
export type EmailEvent = components['schemas']['EmailEvent'];
export type EmailEventType = components['schemas']['EmailEventType'];
export type EmailList = components['schemas']['EmailList'];
export type EmailMetrics = components['schemas']['EmailMetrics'];
export type EmailStatus = components['schemas']['EmailStatus'];
export type EmailWithEvents = components['schemas']['EmailWithEvents'];
export type EnrollRequest = components['schemas']['EnrollRequest'];
export type Enrolled = components['schemas']['Enrolled'];
export type Enrollment = components['schemas']['Enrollment'];
export type EnrollmentList = components['schemas']['EnrollmentList'];
export type EnrollmentStatus = components['schemas']['EnrollmentStatus'];
export type Error = components['schemas']['Error'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type ErrorType = components['schemas']['ErrorType'];
export type FailedEntry = components['schemas']['FailedEntry'];
export type ForbiddenError = components['schemas']['ForbiddenError'];
export type GoneError = components['schemas']['GoneError'];
export type IdempotencyInProgressError = components['schemas']['IdempotencyInProgressError'];
export type IdempotencyKeyReusedError = components['schemas']['IdempotencyKeyReusedError'];
export type ImportPreferencesRequest = components['schemas']['ImportPreferencesRequest'];
export type ImportStatus = components['schemas']['ImportStatus'];
export type ImportedContacts = components['schemas']['ImportedContacts'];
export type ImportedPreferences = components['schemas']['ImportedPreferences'];
export type InboundEvent = components['schemas']['InboundEvent'];
export type InboundMessage = components['schemas']['InboundMessage'];
export type InternalError = components['schemas']['InternalError'];
export type InvalidJsonError = components['schemas']['InvalidJsonError'];
export type InvalidRequestAnswer = components['schemas']['InvalidRequestAnswer'];
export type InvalidRequestError = components['schemas']['InvalidRequestError'];
export type InvalidScheduleError = components['schemas']['InvalidScheduleError'];
export type InvalidStateError = components['schemas']['InvalidStateError'];
export type LiftBatchRequest = components['schemas']['LiftBatchRequest'];
export type LiftedBatch = components['schemas']['LiftedBatch'];
export type LiftedSuppression = components['schemas']['LiftedSuppression'];
export type MissingVariablesError = components['schemas']['MissingVariablesError'];
export type NewContact = components['schemas']['NewContact'];
export type NewDomainRequest = components['schemas']['NewDomainRequest'];
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
export type ThreadList = components['schemas']['ThreadList'];
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
