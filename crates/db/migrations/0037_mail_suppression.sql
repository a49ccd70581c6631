-- Addresses that get no more mail: reason bounce stops every mail, complaint those with offers. Times are UTC milliseconds.
CREATE TABLE mail_suppression (
    address text NOT NULL,
    reason text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (address, reason)
){{clustered}};
