CREATE TABLE "ignored_addresses" (
	"path" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ignored_addresses_path_length" CHECK (length("ignored_addresses"."path") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_source" UNIQUE("source","kind"),
	CONSTRAINT "redirects_kind" CHECK ("redirects"."kind" in ('exact', 'prefix')),
	CONSTRAINT "redirects_source_path" CHECK (length("redirects"."source") between 2 and 500 and "redirects"."source" like '/%'),
	CONSTRAINT "redirects_target_length" CHECK (length("redirects"."target") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "unknown_addresses" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "unknown_addresses_day_path_pk" PRIMARY KEY("day","path"),
	CONSTRAINT "unknown_addresses_path_length" CHECK (length("unknown_addresses"."path") between 1 and 200)
);
--> statement-breakpoint
CREATE INDEX "unknown_addresses_path" ON "unknown_addresses" USING btree ("path");