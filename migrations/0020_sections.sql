CREATE TABLE "section_paths" (
	"path_segment" text PRIMARY KEY NOT NULL,
	"category_slug" text NOT NULL,
	CONSTRAINT "section_paths_path_segment" CHECK (length("section_paths"."path_segment") between 1 and 60 and "section_paths"."path_segment" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"category_slug" text PRIMARY KEY NOT NULL,
	"path_segment" text NOT NULL,
	"is_category" boolean NOT NULL,
	"name" text NOT NULL,
	"short_name" text NOT NULL,
	"icon" text NOT NULL,
	"empty_text" text NOT NULL,
	"position" integer NOT NULL,
	"home_position" integer NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sections_path_segment_unique" UNIQUE("path_segment"),
	CONSTRAINT "sections_path_segment" CHECK (length("sections"."path_segment") between 1 and 60 and "sections"."path_segment" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "sections_name_length" CHECK (length("sections"."name") between 1 and 80),
	CONSTRAINT "sections_short_name_length" CHECK (length("sections"."short_name") between 1 and 40),
	CONSTRAINT "sections_empty_text_length" CHECK (length("sections"."empty_text") <= 200)
);
--> statement-breakpoint
ALTER TABLE "section_paths" ADD CONSTRAINT "section_paths_category_slug_categories_slug_fk" FOREIGN KEY ("category_slug") REFERENCES "public"."categories"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_category_slug_categories_slug_fk" FOREIGN KEY ("category_slug") REFERENCES "public"."categories"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "section_paths_category_slug" ON "section_paths" USING btree ("category_slug");--> statement-breakpoint

-- The sections of the specification. Their descriptions stay where they are, in the category records. On the home page
-- Media & Power comes before Technology, in the menu after it.
insert into sections (category_slug, path_segment, is_category, name, short_name, icon, empty_text, position, home_position)
values
  ('global-politics', 'global-politics', true, 'Global Politics', 'Global Politics', 'globe', 'No articles in this category yet', 1, 1),
  ('african-affairs', 'african-affairs', true, 'African Affairs', 'African Affairs', 'sprout', 'No articles in this category yet', 2, 2),
  ('economy-society', 'economy-society', true, 'Economy & Society', 'Economy & Society', 'landmark', 'No articles in this category yet', 3, 3),
  ('sports', 'sports', false, 'Sports', 'Sports', 'trophy', 'No articles in this category yet', 4, 4),
  ('culture', 'culture', false, 'Culture', 'Culture', 'palette', 'No articles in this category yet', 5, 5),
  ('technology', 'technology', false, 'Technology & Future', 'Technology', 'cpu', 'No articles in this category yet', 6, 7),
  ('media-power', 'media-power', false, 'Media & Power', 'Media & Power', 'radio-tower', 'No articles in this category yet', 7, 6),
  ('opinions', 'opinions', false, 'Opinions', 'Opinions', 'feather', 'Opinion pieces coming soon...', 8, 8),
  ('investigations', 'investigations', false, 'Investigations', 'Investigations', 'scan-search', 'Special reports and investigations coming soon...', 9, 9);
--> statement-breakpoint
insert into section_paths (path_segment, category_slug) select path_segment, category_slug from sections;
