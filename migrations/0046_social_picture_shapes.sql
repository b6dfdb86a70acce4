DROP INDEX "social_pictures_stored";--> statement-breakpoint
ALTER TABLE "social_pictures" ADD COLUMN "shape" text DEFAULT '40x21' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "social_pictures_stored" ON "social_pictures" USING btree ("article_id","shape") WHERE "social_pictures"."state" = 'stored';--> statement-breakpoint
ALTER TABLE "social_pictures" ADD CONSTRAINT "social_pictures_shape" CHECK ("social_pictures"."shape" in ('40x21', '16x9', '4x3', '1x1'));