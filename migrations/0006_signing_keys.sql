-- Nothing has ever been written there: attempts are counted in rate_limits.
DROP TABLE "rate_limit";--> statement-breakpoint
ALTER TABLE "jwks" ADD COLUMN "alg" text;--> statement-breakpoint
ALTER TABLE "jwks" ADD COLUMN "crv" text;
