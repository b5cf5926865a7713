# The SQL of schemas/sql/ is compiled in: an export prints it before its rows.
file(GLOB sql_files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/schemas/sql/*.sql")
list(SORT sql_files)
jitgate_embed(jitgate_tables jitgate::tables tables/embedded.h
  "${CMAKE_BINARY_DIR}/generated/tables/embedded_sql.cc" ${sql_files})
