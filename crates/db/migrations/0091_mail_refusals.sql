-- How often a mail server has refused a mail for the mail's own sake. A server that takes no mail at all uses none of them up.
ALTER TABLE mail_outbox ADD COLUMN refusals bigint NOT NULL DEFAULT 0;
