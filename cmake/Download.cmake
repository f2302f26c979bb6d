# The last resort for a dependency: a pinned archive, checked by its hash.
include(FetchContent)

# download(<name> <target> <url> <sha256> <advice>): builds the archive at <url> as part of ours and
# makes <target> available, or stops with a sentence.
#
# The archive is fetched here, in one try: FetchContent on its own tries a host that cannot be
# reached for minutes, and goes on without a word where downloads are switched off.
function(download name target url sha256 advice)
  set(archive "${FETCHCONTENT_BASE_DIR}/${name}-${sha256}.tar.gz")
  set(hopeless "${name} is neither installed nor could it be downloaded from ${url}: ${advice}")
  if(NOT EXISTS "${archive}")
    message(STATUS "${name} is not installed; downloading ${url}")
    file(DOWNLOAD "${url}" "${archive}.part" TIMEOUT 120 INACTIVITY_TIMEOUT 15 STATUS status)
    list(POP_FRONT status failed reason)
    if(failed)
      file(REMOVE "${archive}.part")
      message(FATAL_ERROR "${hopeless}. (${reason})")
    endif()
    file(RENAME "${archive}.part" "${archive}")
  endif()
  FetchContent_Declare(${name} URL "${archive}" URL_HASH SHA256=${sha256}
    DOWNLOAD_EXTRACT_TIMESTAMP ON)
  set(CMAKE_UNITY_BUILD OFF) # which is for our own files
  FetchContent_MakeAvailable(${name})
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${hopeless}.")
  endif()
endfunction()
