CREATE TABLE "picture_crops" (
	"image_id" uuid PRIMARY KEY NOT NULL,
	"shapes" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "picture_crops" ADD CONSTRAINT "picture_crops_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE cascade ON UPDATE no action;